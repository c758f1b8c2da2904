"""NFC tags and the cards that carry them: the tag file, learning a deck, overviews."""
