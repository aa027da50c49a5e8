// Defines an intent for this session, calls it and removes it.

import { Problem } from "lemmascope";
import { local } from "lemmascope/local";

const steps = `
steps:
  - action: files.create_folder
    path: herbs
  - action: files.create_file
    path: herbs/basil.txt
    content: Sow in April.
`;
const client = await local();
await client.define("start_herbs", steps);
console.log((await client.callIntent("start_herbs")).changes?.join(" "));
await client.undefine("start_herbs");
try {
  await client.getDefinition("start_herbs");
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.log(error.code);
}
