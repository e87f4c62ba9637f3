"""What the networks learn from, and how they are taught; never needed at the table.

The reader goes on learning from what is shipped, in a folder `training` (an environment of `pip install -e .[train]`):

    python -m vision.training.gather                        # open fonts and pictures, from the npm registry
    python -m vision.training.stock --sets 840              # designers' sets printed with them, a quarter second each
    python -m vision.training.facebank --mixes 60           # mixtures of the drawn families
    python -m vision.training.crops &                       # draws crops as they are learned; several may run
    python -m vision.training.resume reader --patches training/crops --save training/shipped.pt
    cp training/shipped.pt training/reader.pt
    python -m vision.training.reader --minutes 30 --rate 2e-3 --frozen 6 --cached
    python -m vision.training.mean --crops CHOSEN ...       # shards like those of crops, of sets that are kept back
    python -m vision.training.publish reader --weights training/mean.pt
    python -m vision.training.prototypes                    # the built-in tile set, made with the network it is for
    cp training/shipped.pt training/second.pt
    python -m vision.training.afar &                        # small tiles, and what the reader says of them near by
    python -m vision.training.reader --minutes 75 --frozen 1 --crops training/afar --save training/second.pt
    python -m vision.training.publish second
    python -m vision.training.temperature                   # how sure it is let be
    python -m vision.training.indices --minutes 40          # of its own: what is written on unknown sets
    python -m vision.training.counts --minutes 60           # of its own: how many pictures unknown sets show
    python -m tests.bench.doubts                            # how far it is believed, for vision/judge/doubt.py

A crop costs 2 to 8 ms of one core to draw and half a millisecond to learn from so; `tests.bench.unseen` and
`tests.bench.accuracy` say whether it was worth it.
"""
