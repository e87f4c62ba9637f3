"""The household of the bench photographs what `enrol` can learn from."""

from tests.bench import films, household


def test_every_kind_of_an_evenings_set_is_learned_from_two_photographs() -> None:
    done = household.enrolled(films.Film(films.seed_of(34)).look)
    assert household.missing(done) == []
    assert done.accuracy is not None
    assert done.accuracy > 0.9
