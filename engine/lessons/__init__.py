"""Lessons: what a beginner reads, and questions made from the card of her table. Every right answer and its reason
come from the referee, the search of hands or the coach. No I/O, no clock; chance is a seed that is given.

    LESSONS                               -> Lesson, ...    pages to read and kinds of questions, in order
    asked(table, kind, seed, ruleset)     -> Question       the same for the same seed; None where the card has none
    question.answered(chosen)             -> bool
"""

from engine.lessons.course import KINDS, LESSONS, Asked, Lesson, Read, asked, lesson
from engine.lessons.question import Choice, Question, Row

__all__ = ["KINDS", "LESSONS", "Asked", "Choice", "Lesson", "Question", "Read", "Row", "asked", "lesson"]
