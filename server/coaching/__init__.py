"""The coach on the pages: help at a seat, a rack read from a photograph, lessons, the table for one."""
