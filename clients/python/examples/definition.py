"""Defines an intent for this session, calls it and removes it."""

from lemmascope import Client, Problem

STEPS = """
steps:
  - action: files.create_folder
    path: herbs
  - action: files.create_file
    path: herbs/basil.txt
    content: Sow in April.
"""

with Client() as client:
    client.define("start_herbs", STEPS)
    print(client.call_intent("start_herbs").get("changes"))
    client.undefine("start_herbs")
    try:
        client.get_definition("start_herbs")
    except Problem as problem:
        print(problem.code)
