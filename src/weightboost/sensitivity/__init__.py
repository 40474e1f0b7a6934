"""How much the parameters matter: one varied at a time, against the number of rounds."""
