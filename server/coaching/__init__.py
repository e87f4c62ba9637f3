"""The coach on the pages: help at a seat, a rack read from a photograph, the review of a hand, the table for one."""
