"""The program ``receipt``."""

import os
import shutil
import sys
from pathlib import Path

_inside = Path(__file__).with_name("receipt")


def path() -> str:
    """Returns the path of the program: the wheel's, or in a clone of the repository the first of PATH."""
    found = str(_inside) if _inside.exists() else shutil.which("receipt")
    if not found:
        raise FileNotFoundError("the program receipt is neither in the package nor in PATH")
    return found


def main() -> None:
    """Replaces this process with the program."""
    os.execv(path(), ["receipt", *sys.argv[1:]])
