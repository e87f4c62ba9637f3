"""The lessons on the pages: what each learner has done, and the way through a lesson."""
