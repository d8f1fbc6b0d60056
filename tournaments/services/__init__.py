"""The verbs of a tournament: one function, one transaction each."""
