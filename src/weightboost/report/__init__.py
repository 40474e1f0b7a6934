"""Tables, figures and cards to one page that a person reads."""
