// Creates a file, undoes it and redoes it.

import { local } from "lemmascope/local";

const client = await local();
await client.callIntent("files.create_file", { parameters: { path: "draft.txt", content: "First." } });
console.log((await client.undo()).changes?.join(" "));
console.log((await client.redo()).changes?.join(" "));
for (const entry of (await client.listJournal()).entries) {
  console.log(entry.line, entry.undone ? "undone" : "done");
}
