"""What the network of the card's letters tells apart, and the strip that it looks at.

A strip is one line of print, cut out along its base line, as ink: 0 where the paper is, 1 where it is darkest.
"""

HEIGHT = 32  # of a strip, pixels
CAPITAL = 20  # the height of a capital or a figure in it
BASE = 26  # the row that the letters stand on
STRIDE = 4  # pixels of a strip for one step of what the network says

OTHER = "#"  # any letter that no tile and no value has: remarks and names are made of them
SPACE = " "
SIGNS = "0123456789FDNEWSXCRG+=-()." + OTHER + SPACE
BLANK = len(SIGNS)  # the class between letters

_SAME = {"[": "(", "]": ")", "–": "-", "—": "-", ",": ".", ";": ".", ":": ".", "•": ".", "'": ".", '"': "."}


def sign_of(letter: str) -> str:
    """What a printed letter is to the network: itself, or one that stands for many."""
    letter = _SAME.get(letter, letter)
    return letter if letter in SIGNS else OTHER
