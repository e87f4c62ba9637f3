"""A printed card in a photograph: its lines found, their letters and inks read, proposed as notation to look over."""
