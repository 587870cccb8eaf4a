"""Trevi Garden and Stonewall: rules, and the search that decides every deal."""

#: The version of the search: changes whenever the states that a deal takes may change.
SEARCH_VERSION = "3"

#: The reductions of the search by name; all are in use unless a caller leaves some out.
REDUCTIONS = ("chains", "safe", "semi", "dead")

#: Positions expanded in the last attempt at a deal, where nothing is said.
DEFAULT_MAX_STATES = 20_000_000

#: A deal's first attempt: positions expanded, and MiB of table. Most deals need less, and every
#: worker can have such a table. Each further attempt may expand so many times as many positions.
FIRST_STATES = 1 << 14
FIRST_MEMORY_MIB = 4
GROWTH = 16
