"""Which acts would explain what is seen, in the order in which one turn can hold them: one chain of them.

The believed table is laid against the seen one; what is left over is small (a tile gone, a few tiles new, a joker that
now reads as a natural), and only few acts at a mah jongg table leave such remains. Each act takes its tiles out of the
remains as the likeliest faces that the 152-tile set still holds: a fifth 3 Bam is impossible, so that 3 Bam is an
8 Bam. What else may have happened is weighed against this chain in `engine.sight.weighing`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import exp, inf

from engine.card import HAND_SIZE
from engine.event import Corrected, Discarded, Event, Exposed, ExposureChanged, JokerExchanged, MahJongg
from engine.sight.aftermath import after
from engine.sight.alignment import PLAIN, PLAUSIBLE, Alignment, last_alike, lay_rack, likelihood
from engine.sight.believed import as_believed, as_it_stands, expected, faces, remaining
from engine.sight.explanation import Act, Explanation
from engine.sight.grouping import ALIKE, alike, group_faces, natural_or_joker, plainly, whole_hand, with_jokers
from engine.sight.irregular import irregular, stood, withdrawn
from engine.sight.observation import DOUBT, FEWEST, LIKELY, LOOKS, NEVER, SURE, Observation, Sight
from engine.sight.showing import no_tiles, readings
from engine.sight.turnover import WHOLE_HAND
from engine.sight.whereabouts import BelievedDiscard, at_one_place, lay, taken_untold
from engine.state import Phase, State, evolve
from engine.tile import Seat, Tile, by_seat

REREAD_LOOKS = LOOKS - 2  # so many agree before an earlier reading is put right


def propose(
    state: State, seen: Observation, known: Sequence[BelievedDiscard] = (), waiting: Sequence[Sight] = ()
) -> Explanation:
    """The acts that turn the believed table into the seen one, as well as they can. `known` is where the discards of
    `state` were last seen, in their order; `waiting` what was unexplained in an earlier rest."""
    return _Remains(state, seen, known, waiting).explain()


class _Remains:
    """What is left over once the believed table is laid against the seen one; consumed act by act."""

    def __init__(
        self, state: State, seen: Observation, known: Sequence[BelievedDiscard] = (), waiting: Sequence[Sight] = ()
    ) -> None:
        self.state = state
        self.seen = seen
        self.known = known
        self.waiting = waiting
        self.unexplained: list[Sight] = []
        self.acts: list[Act] = []
        before = expected(state)
        self.left = remaining(before)
        shown = (tuple(e.tiles for e in rack.exposures) for rack in state.racks)
        self.racks = tuple(lay_rack(*both) for both in zip(shown, seen.exposures, strict=True))
        last_stays = not any(r.extra for r in self.racks)
        self.table = lay(before.discards, seen.discards, known, last_stays=last_stays)
        self.table = self._called_away(before.discards)
        self.new_discards = [seen.discards[j] for j in self.table.extra]
        self.gone = {last_alike(before.discards, i, self.table.missing) for i in self.table.missing}
        self.hidden = len(self.table.missing) + sum(len(r.missing) for r in self.racks)
        self.leftover = 0

    def explain(self) -> Explanation:
        fresh = tuple(self.new_discards)
        n_open = len(fresh) + sum(len(r.extra) for r in self.racks)
        hand_open = any(sum(map(len, groups)) >= WHOLE_HAND for groups in self.seen.exposures)
        if self._plays():
            self._reread()
            self._taken_up_again()
            winner = self._ended_by()
            for seat in self._actors():
                if seat is not winner:
                    self._stood(seat)
            if self._plays():
                self._exchanged()
                self._discarded()
            else:
                self.leftover += len(fresh)  # nothing follows a mah jongg
            if winner is not None:
                self._stood(winner)
        else:
            self.leftover = len(self.new_discards) + sum(len(r.extra) for r in self.racks)
        hidden, unexplained = max(0, self.hidden), tuple(self.unexplained)
        return Explanation(tuple(self.acts), self.leftover, hidden, unexplained, fresh, n_open, hand_open)

    def _plays(self) -> bool:
        return self.state.phase is Phase.PLAY

    def _called_away(self, believed: Sequence[Tile]) -> Alignment:
        """Where the last discard's place holds another tile and its like stands on a rack, it was called and its caller
        has discarded: that is no misreading."""
        laid, last = self.table, len(believed) - 1
        now = next((j for i, j in laid.pairs if i == last), None)
        if now is None or likelihood(self.seen.discards[now], believed[last]) > ALIKE:
            return laid
        stood = any(
            len(fresh) >= 3 and any(likelihood(s, believed[last]) > ALIKE for s in fresh)
            for fresh in (self._fresh(seat) for seat in Seat)
        )
        if not stood:
            return laid
        pairs = tuple(pair for pair in laid.pairs if pair[0] != last)
        return Alignment(laid.score, pairs, (*laid.missing, last), tuple(sorted((*laid.extra, now))))

    def _fresh(self, seat: Seat) -> list[Sight]:
        """The tiles on `seat`'s rack that were not there, from its left."""
        row = self._row(seat)
        return [row[j] for j in self.racks[seat].extra]

    def _row(self, seat: Seat) -> tuple[Sight, ...]:
        """All tiles that stand shown on `seat`'s rack, from its left."""
        return tuple(s for group in self.seen.exposures[seat] for s in group)

    # What happened, in the order in which one turn can hold it.

    def _reread(self) -> None:
        """Better looks, in two rests, say that a tile lying where it lay is another than was read: put it right, unless
        the rests before speak for it still. One rest will do where racks now show more of its kind than the set can
        hold beside it."""
        shown = Counter(sight.best for seat in Seat for sight in self._fresh(seat))
        crowded = {t for t in shown if shown[t] > self.left[t]}
        for i, j in self.table.pairs:
            discard, sight = self.state.discards[i], self.seen.discards[j]
            placed = i < len(self.known) and self.known[i].at_mm is not None and not self.known[i].firm
            if not placed or sight.best is discard.tile or sight.frames < REREAD_LOOKS or i in self.gone:
                continue
            crowds = discard.tile in crowded
            self.left[discard.tile] += 1
            ranked = dict(faces(sight, self.left))
            self.left[discard.tile] -= 1
            tile = max(ranked, key=lambda t: ranked[t])
            rather = self.known[i].rather(tile, sight) > (-NEVER if self.known[i].turned else DOUBT)
            twice = crowds or (self.known[i].reread is tile and rather)
            if twice and self.left[tile] and ranked[tile] > SURE:
                self._put_right(i, tile, ranked[tile])

    def _put_right(self, index: int, tile: Tile, sure: float) -> None:
        """Discard `index` of the state is `tile`."""
        discard = self.state.discards[index]
        if discard.number and discard.seat is not None:
            event: Event = Corrected(discard.number, Discarded(discard.seat, tile))
            discards = (*self.state.discards[:index], replace(discard, tile=tile), *self.state.discards[index + 1 :])
            self.state = self.state.with_discards(discards)
        else:
            lies = as_it_stands(self.state)
            event = replace(lies, discards=(*lies.discards[:index], tile, *lies.discards[index + 1 :]))
            self.state = evolve(self.state, event)
        self.acts.append(Act(event, sure))
        self.left = remaining(expected(self.state))

    def _actors(self) -> Iterator[Seat]:
        """Seats with new tiles on their rack, whose turn it could be first."""
        first = self._believed()
        order = sorted(Seat, key=lambda s: (s - first) % 4)
        return (s for s in order if self.racks[s].extra)

    def _ended_by(self) -> Seat | None:
        """Who has laid a whole hand open while the last discard lies there still: new ones, and a joker that was
        exchanged, came before, for nothing follows a mah jongg."""
        if len(self.state.discards) - 1 in self.gone:
            return None
        return next((s for s in Seat if self.racks[s].extra and self._shows_all(s, self._row(s))), None)

    def _stood(self, seat: Seat) -> None:
        """New tiles on `seat`'s rack: a called discard with its group, the whole winning hand, or a corrected group."""
        row = self._row(seat)
        fresh = self._fresh(seat)
        laid, last = self.state.discards, len(self.state.discards) - 1
        called = last >= 0 and last in self.gone and self.state.window
        if self._shows_all(seat, row):
            self._won(seat, row, called)
        elif called and (odd := irregular(fresh, laid[-1].tile)) is not None:
            groups = (*(e.tiles for e in self.state.racks[seat].exposures), odd)
            self._lifted(Act(stood(self.state, seat, groups, called), LIKELY))
        elif 3 <= len(fresh) <= 6 and (laid[-1].seat is not seat if called else self._called_from_hand(seat, fresh)):
            self._called(seat, fresh)
        elif not self._added(seat, fresh) and not self._overlooked(seat, fresh):
            self.leftover += len(fresh)

    def _called_from_hand(self, seat: Seat, fresh: Sequence[Sight]) -> bool:
        """A quick call: the discard went from hand to hand and never lay on the table. Adds the discard that must have
        been; False where the tiles are no group or it was not another player's turn."""
        discarder = self._believed()
        if discarder is seat:
            return False
        natural, sure = group_faces(fresh, None, self.left)[0]
        if sure < SURE or not plainly(fresh, natural) or sum(s.best is natural for s in fresh) < 2:
            return False
        self._happened(Act(Discarded(discarder, natural), SURE * sure))
        self.gone.add(len(self.state.discards) - 1)
        self.hidden += 1
        return True

    def _thrown(self, seat: Seat, row: Sequence[Sight]) -> bool:
        """Whether `seat` won on a discard that nobody had made out before it was taken. Adds that discard."""
        discarder, tile = self._believed(), taken_untold(self.waiting, self.seen.discards, row)
        if tile is None or discarder is seat:
            return False
        self._happened(Act(Discarded(discarder, tile), LIKELY))
        self.gone.add(len(self.state.discards) - 1)
        self.hidden += 1
        return True

    def _believed(self) -> Seat:
        """Whose turn it is to discard, by the rules."""
        return self.state.holder if self.state.holder is not None else self.state.turn

    def _discarder(self) -> Seat:
        """Who discards next. Hands over the table are better evidence than the turn: an act may have been missed, but
        no more of them than need be."""
        believed = self._believed()
        if not self.seen.hands or believed in self.seen.hands or not self.state.discards:
            return believed
        return min(self.seen.hands, key=lambda s: (s - believed) % 4)

    def _called(self, seat: Seat, fresh: Sequence[Sight]) -> None:
        discard = self.state.discards[-1]
        last = len(self.state.discards) - 1
        before = self.known[last].sight if last < len(self.known) else None
        ranked = group_faces(fresh, discard.tile, self.left, before)
        natural, sure = ranked[0]
        if natural is not discard.tile and sure > SURE and discard.seat is not None and discard.number:
            self._put_right(len(self.state.discards) - 1, natural, 1.0)
        elif natural is not discard.tile:
            natural, sure = discard.tile, dict(ranked)[discard.tile]
        tiles = tuple(natural_or_joker(s, natural) for s in fresh)
        if natural not in tiles:
            surest = max(range(len(fresh)), key=lambda k: fresh[k].log_p[natural] - fresh[k].log_p[Tile.JOKER])
            tiles = (*tiles[:surest], natural, *tiles[surest + 1 :])
        tiles = with_jokers(fresh, tiles, natural, natural.copies)
        if not self._make_room(natural, tiles.count(natural) - 1):  # the called one lies there already
            tiles = with_jokers(fresh, tiles, natural, self.left[natural] + 1)
        source = discard.seat if discard.seat is not None else seat.left
        self._lifted(Act(Exposed(seat, natural, source, tiles), sure, tuple(ranked[1:4])))

    def _lifted(self, act: Act) -> None:
        """The last discard has gone to a rack."""
        self.gone.discard(len(self.state.discards) - 1)
        self.hidden -= 1
        self._happened(act)

    def _taken_up_again(self) -> None:
        """An exposure that goes back to the hand, and its called tile to the table."""
        back = withdrawn(self.state, self.racks, self.new_discards)
        if back is not None:
            undone, sight = back
            self.new_discards.remove(sight)
            self.hidden -= len(self.state.racks[self._believed()].exposures[-1].tiles)
            self._happened(Act(undone, SURE))

    def _shows_all(self, seat: Seat, row: Sequence[Sight]) -> bool:
        """Whether it is a whole hand laid open: fourteen tiles, or with a tile or two unseen, new ones that are no
        group."""
        fresh = self._fresh(seat)
        if len(row) >= HAND_SIZE:
            return True
        if len(row) < WHOLE_HAND or len(fresh) < FEWEST:
            return False
        natural, _ = group_faces(fresh, None, self.left)[0]
        return not alike(fresh, natural)

    def _won(self, seat: Seat, row: Sequence[Sight], called: bool) -> None:
        source = None
        called = called or self._thrown(seat, row)
        last = self.state.discards[-1] if called else None
        if last is not None and last.tile is Tile.JOKER:
            last = None  # a joker that was discarded is dead
        if last is not None and any(likelihood(s, last.tile) > PLAUSIBLE for s in row):
            source = last.seat
            self.gone.discard(len(self.state.discards) - 1)
            self.hidden -= 1
        stood = [t for e in self.state.racks[seat].exposures for t in e.tiles]
        known = {j: stood[i] for i, j in self.racks[seat].pairs}
        lacking = HAND_SIZE - len(row)
        none = no_tiles(row, known, max(0, -lacking))
        read = zip(row, whole_hand(self.seen.exposures[seat]), strict=True)
        hand = [pair for k, pair in enumerate(read) if k not in none]
        tiles = tuple(tile for _, tile in hand)
        sure = 1.0
        for sight, tile in hand:
            sure = min(sure, dict(faces(sight, self.left))[tile] if sight.best is not tile else 1.0)
        left = list(self.left)
        for tile in stood:
            left[tile] += 1
        if source is not None and last is not None:
            left[last.tile] += 1
        for tile in sorted(set(tiles) - {Tile.JOKER}):
            shown = [s for s, t in hand if t is tile]
            doubt = min(s.log_p[tile] - s.log_p[self._otherwise(s, tile)[0]] for s in shown)
            if left[tile] < len(shown):
                before = self.left[tile]
                self._make_room(tile, before + len(shown) - left[tile], doubt)
                left[tile] += self.left[tile] - before
        others = tuple(MahJongg(seat, hand, None, source) for hand, _ in readings(row, known, left, lacking))
        event = MahJongg(seat, tiles, None, source) if lacking <= 0 else others[0]
        self._happened(Act(event, max(sure, 0.5), (), others))

    def _overlooked(self, seat: Seat, fresh: Sequence[Sight]) -> bool:
        """Tiles of a standing group that earlier looks had missed. The table is taken with them; nothing happened."""
        racks = [[e.tiles for e in rack.exposures] for rack in self.state.racks]
        for sight in fresh:
            fits = [
                (max(sight.log_p[natural], sight.log_p[Tile.JOKER]), k, natural)
                for k, exposure in enumerate(self.state.racks[seat].exposures)
                if (natural := exposure.natural) is not None and len(racks[seat][k]) < 6
            ]
            best = max(fits, default=None)
            if best is None or best[0] < PLAIN:
                return False
            racks[seat][best[1]] = (*racks[seat][best[1]], natural_or_joker(sight, best[2]))
        turn = self._believed()
        believed = as_believed(self.state, turn)
        held = [max(0, 13 - sum(map(len, racks[s]))) + (s is self.state.holder) for s in Seat]
        exposures = tuple(tuple(rack) for rack in racks)
        concealed = by_seat(held)
        self._happened(Act(replace(believed, exposures=exposures, concealed=concealed), SURE))
        return True

    def _added(self, seat: Seat, fresh: Sequence[Sight]) -> bool:
        """A group that grew before its owner's discard (EXPO-02). False where the new tiles extend no group."""
        if self.state.holder is not seat or not self.state.racks[seat].exposures:
            return False
        group = len(self.state.racks[seat].exposures) - 1
        exposure = self.state.racks[seat].exposures[group]
        natural = exposure.natural
        if natural is None or len(exposure.tiles) + len(fresh) > 6:
            return False
        if any(likelihood(s, natural) < PLAUSIBLE and likelihood(s, Tile.JOKER) < PLAUSIBLE for s in fresh):
            return False
        more = tuple(natural_or_joker(s, natural) for s in fresh)
        self._happened(Act(ExposureChanged(seat, group, (*exposure.tiles, *more)), SURE))
        return True

    def _exchanged(self) -> None:
        for owner in Seat:
            row = self._row(owner)
            at = 0
            for number, exposure in enumerate(self.state.racks[owner].exposures):
                for k, tile in enumerate(exposure.tiles):
                    sight = next((row[j] for i, j in self.racks[owner].pairs if i == at + k), None)
                    if tile is Tile.JOKER and sight is not None and exposure.natural is not None:
                        self._exchange(owner, number, exposure.natural, sight)
                at += len(exposure.tiles)

    def _exchange(self, owner: Seat, group: int, natural: Tile, sight: Sight) -> None:
        margin = sight.log_p[natural] - sight.log_p[Tile.JOKER]
        if margin < -DOUBT or sight.best is Tile.JOKER:
            return
        if not self._make_room(natural, 1):
            return  # all the others lie in sight: it is the joker still, misread
        seat, sure = self._discarder(), 1 / (1 + exp(-margin))
        if seat not in (self.state.holder, self.state.turn):
            self._happened(Act(as_believed(self.state, seat), sure))
        self._happened(Act(JokerExchanged(seat, owner, group, natural), sure))

    def _discarded(self) -> None:
        """A hand brings one tile at a time: of more new tiles than hands were seen, the clearest are taken. What an
        earlier rest left unexplained and lies there still was overlooked: it is taken over with the table."""
        waited = [s for s in self.new_discards if s.frames > 1 and at_one_place(s, self.waiting)]
        hands = len(self.seen.hands)
        if len(self.new_discards) > hands:
            self._overlooked_discards([s for s in waited if faces(s, self.left)[0][1] > LIKELY])
            fresh = [s for s in self.new_discards if s not in waited]
        else:
            fresh, waited = self.new_discards, []
        clearest = sorted(fresh, key=lambda s: -faces(s, self.left)[0][1])[: max(1, hands)]
        unclear = [s for s in fresh if s not in clearest]
        self.unexplained += unclear
        self.leftover += sum(faces(s, self.left)[0][1] > LIKELY for s in unclear)
        for sight in (s for s in fresh if s in clearest):
            tile, sure, ranked = self._face(sight)
            if self._taken_back(fresh):
                self._put_right(len(self.state.discards) - 1, tile, sure)
                continue
            seat = self._discarder()
            if seat is not self.state.holder and seat is not self.state.turn:
                self._happened(Act(as_believed(self.state, seat), sure))
            self._happened(Act(Discarded(seat, tile), sure, ranked))

    def _taken_back(self, fresh: Sequence[Sight]) -> bool:
        """Whether the new tile was laid in place of the last discard, which is gone and was not called: by the hand of
        whoever laid that, and nobody else's."""
        last = len(self.state.discards) - 1
        if len(fresh) != 1 or last not in self.gone or any(r.extra for r in self.racks):
            return False
        discard = self.state.discards[last]
        back = bool(self.seen.hands) and set(self.seen.hands) == {discard.seat} and bool(discard.number)
        if back and self.state.holder is None:
            self.gone.discard(last)
            self.hidden -= 1
            return True
        return False

    def _face(self, sight: Sight) -> tuple[Tile, float, tuple[tuple[Tile, float], ...]]:
        """What a new tile is, how surely, and what else it may be. The set must hold it once more: else an earlier
        reading was wrong, or this one is."""
        best = sight.best
        if not self.left[best]:
            self._make_room(best, 1, sight.log_p[best] - sight.log_p[self._otherwise(sight, best)[0]])
        ranked = faces(sight, self.left)
        (tile, sure), others = ranked[0], ranked[1:5]
        if self.left[tile]:
            return tile, sure, others
        possible = [(t, p) for t, p in ranked if self.left[t]]
        if not possible:
            return tile, sure, others
        of = sum(p for _, p in possible) or 1.0
        return possible[0][0], min(LIKELY, possible[0][1] / of), ((tile, sure), *possible[1:4])

    def _overlooked_discards(self, sights: Sequence[Sight]) -> None:
        """The table as believed with these tiles among the discards: when they came and from whom nobody saw."""
        if not sights:
            return
        found, sure = [], 1.0
        for sight in sights:
            tile, chance, _ = self._face(sight)
            self.left[tile] -= 1
            found.append(tile)
            sure = min(sure, chance)
        lies = as_it_stands(self.state)
        self._happened(Act(replace(lies, discards=(*lies.discards, *found)), max(sure, LIKELY)))

    def _make_room(self, tile: Tile, needed: int, doubt: float = inf) -> bool:
        """More of a kind than the set holds are seen: one of them was taken for it and is another. Puts the least sure
        of the earlier discards right until there is room; False where none can be another, or where what is seen now is
        less sure than they are: `doubt` is by how much (natural log) it is likelier `tile` than anything else."""
        seen_at = {i: self.seen.discards[j] for i, j in self.table.pairs if i not in self.gone}
        firm = {i for i, k in enumerate(self.known) if k.firm}
        while self.left[tile] < needed:
            doubtful = []
            for i, discard in enumerate(self.state.discards):
                if discard.tile is tile and i in seen_at and i not in firm:
                    other, chance = self._otherwise(seen_at[i], tile)
                    doubtful.append((seen_at[i].log_p[tile] - seen_at[i].log_p[other], i, other, chance))
            least = min(doubtful, default=None)
            if least is None or least[0] >= doubt or (doubt == inf and least[0] > -PLAUSIBLE):
                return False
            self._put_right(least[1], least[2], least[3])
        return True

    def _otherwise(self, sight: Sight, tile: Tile) -> tuple[Tile, float]:
        """What it likeliest is if it is not `tile`, of what the set still holds."""
        ranked = [pair for pair in faces(sight, self.left) if pair[0] is not tile]
        return next((pair for pair in ranked if self.left[pair[0]]), ranked[0])

    def _happened(self, act: Act) -> None:
        self.acts.append(act)
        self.state = after(self.state, act.event)
        self.left = remaining(expected(self.state))
