// Starts an intent without waiting for its end, and follows its events: `events.js FOLDER`.

import { local } from "lemmascope/local";

const client = await local();
const parameters = { folder: process.argv[2], file: "plan.md", content: "Water them." };
const { run } = await client.startCallIntent("new_project", { parameters });
if (run === undefined) throw new Error("no run began");
for await (const event of client.followRun(run)) console.log(event.number, event.event.type);
console.log((await client.getRun(run)).status);
