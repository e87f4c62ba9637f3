"""How large the photographs may be that a page sends, and what is said of larger ones: by the page, before they are
sent, and by the guard.
"""

MEGABYTE = 1024 * 1024
MOST_MB = 40  # a handful of phone photographs
TOO_LARGE = (
    f"That is too large: at most {MOST_MB} MB of photographs can be sent at once. Send fewer, or take them again at the"
    " camera's usual size."
)
