"""What holds for all tests."""

from hypothesis import settings

# No test is timed: a busy machine is no fault of the program.
settings.register_profile("garden", deadline=None)
settings.load_profile("garden")
