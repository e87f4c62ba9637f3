"""Where tiles lie in a picture, and what each by itself looks like."""
