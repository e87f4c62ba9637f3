"""The only package that joins the others: the live table, its log, its pages and the `fifthseat` command."""
