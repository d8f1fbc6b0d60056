"""Starts a program of `manage.py serve` so that it cannot outlive it: python -m core.child PARENT MODULE …"""

import runpy
import sys

from core import procs


def main() -> None:
    parent, module, *arguments = sys.argv[1:]
    procs.die_with_parent(int(parent))
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
