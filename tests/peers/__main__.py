"""`python -m tests.peers`: the service beside OctoPrint, Flask-SocketIO and boardgame.io."""

import argparse
import sys

from tests.peers import compare

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.peers", description=compare.__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead")
    sys.exit(compare.main(parser.parse_args().json))
