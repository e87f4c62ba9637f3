"""Lessons: what a beginner reads, and questions made from the card of her table. Every right answer and its reason
come from the referee, the search of hands or the coach. No I/O, no clock; chance is a seed that is given.

    course.LESSONS                               -> Lesson, ...    pages to read and kinds of questions, in order
    course.asked(table, kind, seed, ruleset)     -> Question       the same for the same seed; None where there is none
    question.answered(chosen)                    -> bool
"""
