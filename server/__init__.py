"""The only package that joins the others: the live table, its log, its pages and the `fifthseat` command."""

import os

# numpy's own threads wait for work by spinning, which takes half of the time in which the networks read tiles. It must
# be said before numpy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
