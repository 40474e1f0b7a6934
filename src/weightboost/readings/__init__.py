"""Which reading is the paper? Every combination of what it leaves open, against its numbers."""
