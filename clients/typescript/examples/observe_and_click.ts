// Opens a page, looks at it and follows a link: `observe_and_click.js URL LINK`.

import { local } from "lemmascope/local";

const [url, link] = process.argv.slice(2);
const client = await local();
await client.command(`goto ${JSON.stringify(url)}`);
console.log(await client.observeText("default"));
const report = await client.callIntent("web.click", { parameters: { target: link } });
console.log(report.status, report.verdict);
