"""Trevi Garden and Stonewall: rules, and the search that decides every deal."""

#: The version of the search: changes whenever the states that a deal takes may change.
SEARCH_VERSION = "3"

#: The reductions of the search by name; all are in use unless a caller leaves some out.
REDUCTIONS = ("chains", "safe", "semi", "dead")
