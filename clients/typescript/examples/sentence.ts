// Says what is wanted, in plain words: `sentence.js "create a folder plans"`.

import { local } from "lemmascope/local";

const client = await local();
const report = await client.say(process.argv[2] ?? "");
console.log(report.status);
for (const line of report.changes ?? []) console.log(line);
