#!/bin/sh
# Finds a Python that fits, then hands over to scripts/setup.py. One clear line, and status 1, when there is none.
# usage: sh scripts/bootstrap.sh [--dev] [--system]      PYTHON=/path/to/python chooses one by name
set -u
cd "$(dirname "$0")/.." || exit 1

fits='import sys; sys.exit(sys.version_info[:2] < (3, 11))'
whole='import ensurepip, venv'
version='import sys; print("%d.%d" % sys.version_info[:2])'

runs() {
    command -v "$1" >/dev/null 2>&1 && "$1" -c "$2" >/dev/null 2>&1
}

# An environment that still works is kept, unless another Python is asked for by name.
if runs .venv/bin/python "$fits"; then
    if [ -z "${PYTHON:-}" ] || [ "$("$PYTHON" -c "$version" 2>/dev/null)" = "$(.venv/bin/python -c "$version")" ]; then
        exec .venv/bin/python -I scripts/setup.py "$@"
    fi
fi

if [ -n "${PYTHON:-}" ]; then
    candidates=$PYTHON
else
    candidates="python3.13 python3.12 python3.11 python3 python"
fi

# First one that can make an environment by itself; else one that could, once its venv module is brought.
for wanted in "$whole" ''; do
    for python in $candidates; do
        if runs "$python" "$fits" && { [ -z "$wanted" ] || runs "$python" "$wanted"; }; then
            exec "$python" -I scripts/setup.py "$@"
        fi
    done
done

for python in $candidates; do
    if runs "$python" 'pass'; then
        found=$("$python" -c 'import sys; print(sys.version.split()[0])')
        echo "Python 3.11, 3.12 or 3.13 is needed, and $python is $found. On Debian 12 or later: sudo apt-get install python3 python3-venv" >&2
        exit 1
    fi
done
echo "Python 3.11, 3.12 or 3.13 is needed, and none was found ($candidates). On Debian 12 or later: sudo apt-get install python3 python3-venv" >&2
exit 1
