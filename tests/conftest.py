"""What holds for all tests."""

import pytest
from hypothesis import settings
from program import Outputs

# No test is timed: a busy machine is no fault of the program.
settings.register_profile("garden", deadline=None)
settings.load_profile("garden")


@pytest.fixture
def garden(capsys):
    """Runs commands in this process."""
    return Outputs(capsys)
