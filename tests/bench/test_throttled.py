"""The throttled evening hears what the referee's page is told."""

import subprocess
import sys
import time

from server.sheets import Sheet, change
from tests.bench.throttled import Held, Page, _changed, asked_on

QUESTION = """<article class="notice ask">
  <div><p>I did not see clearly: was this <img class="tile m" src="/tiles/3B.svg" alt="3 Bam"> or 8 Bam?</p>
  <form hx-post="/answer"><input type="hidden" name="key" value="question"></form>
  <form hx-post="/dismiss" class="row"><button name="key" value="{key}" class="quiet">None</button></form></div>
</article>"""


def test_a_question_is_read_off_the_page() -> None:
    said = "I did not see clearly: was this 3 Bam or 8 Bam?"
    assert list(asked_on(QUESTION.format(key="question"))) == [("question", said)]


def test_what_is_asked_is_a_question_and_all_else_accuses() -> None:
    page = Page()
    for key in ("question", "question", "CALL-06 P2"):
        page._parts = {"questions": QUESTION.format(key=key)}
        page.note(0.0)
    assert (len(page.heard.questions), len(page.heard.accusations)) == (1, 1)


def test_what_is_asked_of_a_set_that_nobody_knows_accuses_nobody() -> None:
    naming = """<article class="notice ask"><div><p>I do not know this set. Which of these tiles is the West?</p>
      <form hx-post="/set/answer" class="which"><button name="which" data-key="which tile 3 none">None</button></form>
    </div></article>"""
    page = Page(_parts={"questions": naming + QUESTION.format(key="set read anew")})
    page.note(0.0)
    assert (len(page.heard.questions), len(page.heard.accusations)) == (2, 0)


def test_a_part_is_put_together_from_what_changed_of_it() -> None:
    before, after = "<ul>" + 20 * "\nold" + "\n</ul>", "<ul>\nnew" + 20 * "\nold" + "\n</ul>"
    assert not isinstance(change(before, after), str)
    assert _changed(before, change(before, after)) == after
    assert _changed("", Sheet(1, {"log": after}).parts["log"]) == after


def test_a_program_has_no_more_than_its_share() -> None:
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"], start_new_session=True)
    held = Held(busy, 0.05)
    try:
        began_s = time.monotonic()
        while held.used_s < 0.3 and time.monotonic() - began_s < 60.0:
            held.slice()
        assert held.had < 0.1
    finally:
        busy.kill()
        busy.wait()
