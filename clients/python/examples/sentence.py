"""Says what is wanted, in plain words: `sentence.py "create a folder plans"`."""

import sys

from lemmascope import Client

with Client() as client:
    report = client.say(sys.argv[1])
    print(report["status"])
    for line in report.get("changes", []):
        print(line)
