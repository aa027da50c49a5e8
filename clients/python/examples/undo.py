"""Creates a file, undoes it and redoes it."""

from lemmascope import Client

with Client() as client:
    client.call_intent("files.create_file", parameters={"path": "draft.txt", "content": "First."})
    print(client.undo().get("changes"))
    print(client.redo().get("changes"))
    for entry in client.list_journal()["entries"]:
        print(entry["line"], "undone" if entry["undone"] else "done")
