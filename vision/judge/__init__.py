"""What is known around a find, and what that tells of it."""
