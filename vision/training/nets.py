"""The two small networks as torch modules. Only their exported ONNX files are used at the table."""

import copy

import torch
from torch import Tensor, nn

from engine.tile import N_KINDS
from vision.read.indices import GROUPS, NUMBERS
from vision.read.together import FEATURES, PAIRS


def lay_last(net: nn.Module) -> None:
    """Lays the weights with channels last, which this processor is quicker with."""
    for weight in net.parameters():
        if weight.dim() == 4:
            weight.data = weight.data.contiguous(memory_format=torch.channels_last)


def _conv(inputs: int, outputs: int, size: int = 3, stride: int = 1, groups: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class _Block(nn.Module):
    """Depthwise, pointwise, and around both."""

    def __init__(self, width: int, size: int) -> None:
        super().__init__()
        self.spread = _conv(width, width, size, groups=width)
        self.mix = nn.Sequential(nn.Conv2d(width, width, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.mix(self.spread(x)))


def _blocks(width: int, size: int, count: int) -> nn.Sequential:
    return nn.Sequential(*[_Block(width, size) for _ in range(count)])


FINDER_OUTPUTS = 9
STRIDE = 4
SIZE_UNIT = 16.0  # pixels: half sides are told as log(half side / SIZE_UNIT)


class FinderNet(nn.Module):
    """(n, 3, H, W) RGB in 0..1, H and W multiples of 16, to (n, 9, H/4, W/4): the heat of a tile's middle (logit), the
    middle's offset from the cell's own (x, y, cells), log half sides (across, along; units of SIZE_UNIT px), and the
    doubled angles (cos, sin) of the across and of the along axis."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d = 16, 32, 64, 96
        self.stem = _conv(3, a, 3, 2)
        self.to4 = _conv(a, b, 3, 2)
        self.at4 = _blocks(b, 3, 2)
        self.to8 = _conv(b, c, 3, 2)
        self.at8 = _blocks(c, 5, 2)
        self.to16 = _conv(c, d, 3, 2)
        self.at16 = _blocks(d, 5, 4)
        self.from16 = nn.Conv2d(d, c, 1)
        self.again8 = _blocks(c, 5, 1)
        self.from8 = nn.Conv2d(c, b, 1)
        self.again4 = _blocks(b, 5, 2)
        self.last = _conv(b, b + 16, 1)
        self.out = nn.Conv2d(b + 16, FINDER_OUTPUTS, 1)
        self.twice = nn.Upsample(scale_factor=2, mode="nearest")
        start = torch.zeros(FINDER_OUTPUTS)
        start[0] = -4.0  # tiles are rare: begin by seeing none
        self.out.bias = nn.Parameter(start)

    def forward(self, x: Tensor) -> Tensor:
        four = self.at4(self.to4(self.stem(x)))
        eight = self.at8(self.to8(four))
        sixteen = self.at16(self.to16(eight))
        eight = self.again8(eight + self.twice(self.from16(sixteen)))
        four = self.again4(four + self.twice(self.from8(eight)))
        out: Tensor = self.out(self.last(four))
        return out


class OfBytes(nn.Module):
    """A finder of pictures as cameras give them, (n, 3, H, W) uint8 BGR: what makes 0..1 and RGB of them is in its
    first layer."""

    def __init__(self, finder: FinderNet) -> None:
        super().__init__()
        self.finder = copy.deepcopy(finder)
        first = self.finder.stem[0].weight
        first.data = of_bytes(first.data)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.finder(x.float())
        return out


def of_bytes(weight: Tensor) -> Tensor:
    """The weights (out, 3, h, w) of a first layer that sees BGR in 0..255, of those of one that sees RGB in 0..1."""
    return weight.flip(1) / 255


def of_shares(weight: Tensor) -> Tensor:
    """`of_bytes`, undone."""
    return weight.flip(1) * 255


EMBEDDING = 96
READER_CLASSES = N_KINDS + 1  # the last is "not a known face"


class ReaderNet(nn.Module):
    """(n, 3, 64, 48) RGB in 0..1 to face logits (n, 37), the logit that the crop is upside down (n, 1) and an embedding
    of length one (n, 96)."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d = 24, 48, 96, 160
        self.body = nn.Sequential(
            _conv(3, a, 3, 2),
            _blocks(a, 3, 1),
            _conv(a, b, 3, 2),
            _blocks(b, 3, 3),
            _conv(b, c, 3, 2),
            _blocks(c, 3, 4),
            _conv(c, d, 3, 2),
            _blocks(d, 3, 2),
        )
        self.squeeze = _conv(d, 40, 1)
        self.wide = nn.Sequential(nn.Linear(40 * 12, 256), nn.ReLU(inplace=True))
        self.face = nn.Linear(256, READER_CLASSES)
        self.upside = nn.Linear(256, 1)
        self.embed = nn.Linear(256, EMBEDDING)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return self.after(0, x)

    def after(self, first: int, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The same of what the first so many parts of the body made of the crops."""
        deep = self.wide(self.squeeze(self.body[first:](x)).flatten(1))
        return self.face(deep), self.upside(deep), nn.functional.normalize(self.embed(deep), dim=1)


class IndicesNet(nn.Module):
    """(n, 3, 64, 48) RGB in 0..1 to log p of what is written somewhere on the tile: a number (n, 10), the word for a
    suit (n, 4), a letter or word for a wind, dragon, flower or joker (n, 10); the last of each: none is; and that each
    number is, at each place (n, 9, 16, 12)."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c = 24, 48, 64
        self.body = nn.Sequential(
            _conv(3, a, 5, 2),
            _conv(a, b, 3),
            _conv(b, c, 3, 2),
            _conv(c, c, 3),
            nn.Conv2d(c, c, 3, padding=2, dilation=2, bias=False),
            nn.BatchNorm2d(c),
            nn.ReLU(inplace=True),
            _conv(c, c, 3),
            _conv(c, c, 1),
        )
        self.says = nn.Conv2d(c, sum(GROUPS), 1)
        self.says.bias = nn.Parameter(torch.full((sum(GROUPS),), -7.0))  # at hardly any place stands one
        self.none = nn.Parameter(torch.zeros(len(GROUPS)))

    def cells(self, x: Tensor) -> Tensor:
        """The logits of each sign at each place (n, 21, 16, 12), group after group."""
        out: Tensor = self.says(self.body(x))
        return out

    def pooled(self, cells: Tensor) -> tuple[Tensor, ...]:
        """Log p of each group's signs (n, 10), (n, 4), (n, 10): at all places together, and of none."""
        each = cells.flatten(2).logsumexp(2).split(GROUPS, 1)
        return tuple(
            torch.cat([some, 0 * some[:, :1] + self.none[k]], 1).log_softmax(1)  # as many as there are, when exported
            for k, some in enumerate(each)
        )

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        cells = self.cells(x)
        said = self.pooled(cells)
        # all places and none are as likely together as one
        numbers = cells[:, : GROUPS[0]] + (said[0][:, -1] - self.none[0])[:, None, None, None]
        return *said, numbers


class CountsNet(nn.Module):
    """(n, 3, 64, 48) RGB in 0..1 to log p (n, 10) of how many pictures of one kind a tile shows, from one on; the last:
    none are counted."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d = 24, 40, 64, 96
        self.body = nn.Sequential(
            _conv(3, a, 5, 2),
            _conv(a, b, 3),
            _conv(b, c, 3, 2),
            _conv(c, c, 3),
            _conv(c, d, 3, 2),
            _blocks(d, 3, 2),
        )
        self.squeeze = _conv(d, 20, 1)
        self.wide = nn.Sequential(nn.Linear(20 * 48, 96), nn.ReLU(inplace=True), nn.Linear(96, NUMBERS + 1))

    def forward(self, x: Tensor) -> Tensor:
        return torch.log_softmax(self.wide(self.squeeze(self.body(x)).flatten(1)), 1)


THOUGHT, HEADS, LAYERS = 128, 4, 4  # of what reads the tiles of a set together


class AttentionLayer(nn.Module):
    """Each tile attends to the others, as they bear on it and resemble it; then to itself: so much is thought of each,
    and told of each two."""

    def __init__(self, thought: int = THOUGHT, pairs: int = PAIRS) -> None:
        super().__init__()
        self.first, self.second = nn.LayerNorm(thought), nn.LayerNorm(thought)
        self.asks, self.says = nn.Linear(thought, 3 * thought), nn.Linear(thought, thought)
        self.pairs = nn.Linear(pairs, HEADS)
        self.thinks = nn.Sequential(nn.Linear(thought, 2 * thought), nn.GELU(), nn.Linear(2 * thought, thought))
        self.drop = nn.Dropout(0.1)

    def forward(self, x: Tensor, two: Tensor, none: Tensor | None) -> Tensor:
        b, n, thought = x.shape
        asked = self.asks(self.first(x)).reshape(b, n, 3, HEADS, thought // HEADS)
        q, k, v = asked.permute(2, 0, 3, 1, 4)
        near = q @ k.transpose(-1, -2) / (thought // HEADS) ** 0.5 + self.pairs(two).permute(0, 3, 1, 2)
        near = near if none is None else near.masked_fill(none[:, None, None], -1e4)
        x = x + self.drop(self.says((near.softmax(-1) @ v).transpose(1, 2).reshape(b, n, thought)))
        return x + self.drop(self.thinks(self.second(x)))


class TogetherNet(nn.Module):
    """Of tiles of one set (b, n, FEATURES), and of each two of them (b, n, n, PAIRS), to log p of the kind of each
    (b, n, 36); `none` (b, n): where there is no tile."""

    def __init__(self) -> None:
        super().__init__()
        self.begin = nn.Sequential(nn.Linear(FEATURES, 2 * THOUGHT), nn.GELU(), nn.Linear(2 * THOUGHT, THOUGHT))
        self.layers = nn.ModuleList([AttentionLayer() for _ in range(LAYERS)])
        self.last, self.out = nn.LayerNorm(THOUGHT), nn.Linear(THOUGHT, N_KINDS)
        self.by_itself = nn.Parameter(torch.tensor([1.0, 4.0]))  # what the reader says, and the network for such sets
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(self, tiles: Tensor, two: Tensor, none: Tensor | None = None) -> Tensor:
        x = self.begin(tiles)
        for layer in self.layers:
            x = layer(x, two, none)
        said = self.by_itself[:, None, None, None] * torch.stack(tiles[..., : 2 * N_KINDS].split(N_KINDS, -1))
        return (self.out(self.last(x)) + said.sum(0)).log_softmax(-1)


CORNERS = 8  # x and y of four corners


class CornersNet(nn.Module):
    """(n, 3, h, w) RGB in 0..1, crops of `size` (w, h), multiples of 8: a tile with some of what lies around it as the
    finder laid it, to (n, 8): how far each corner (x, y; clockwise from the crop's upper left) is from where the finder
    had it, in parts of the tile's width and height."""

    def __init__(self, size: tuple[int, int] = (48, 64)) -> None:
        super().__init__()
        a, b, c = 16, 32, 64
        self.body = nn.Sequential(
            _conv(3, a, 3, 2),
            _blocks(a, 3, 1),
            _conv(a, b, 3, 2),
            _blocks(b, 5, 2),
            _conv(b, c, 3, 2),
            _blocks(c, 5, 3),
        )
        self.squeeze = _conv(c, 24, 1)
        self.wide = nn.Sequential(nn.Linear(24 * (size[0] // 8) * (size[1] // 8), 128), nn.ReLU(inplace=True))
        self.out = nn.Linear(128, CORNERS)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.out(self.wide(self.squeeze(self.body(x)).flatten(1)))
        return out


class RaisedNet(nn.Module):
    """(n, 3, 64, 48) RGB in 0..1, what a found quad shows with much of what lies around it, to the log odds (n,) that a
    thing lies there with its edges where the quad's are, not a print."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c = 12, 24, 40
        self.body = nn.Sequential(
            _conv(3, a, 3, 2),
            _blocks(a, 3, 1),
            _conv(a, b, 3, 2),
            _blocks(b, 3, 2),
            _conv(b, c, 3, 2),
            _blocks(c, 3, 2),
        )
        self.squeeze = _conv(c, 16, 1)
        self.wide = nn.Sequential(nn.Linear(16 * 48, 48), nn.ReLU(inplace=True))
        self.out = nn.Linear(48, 1)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.out(self.wide(self.squeeze(self.body(x)).flatten(1)))
        return out[:, 0]
