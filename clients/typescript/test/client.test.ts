// The client against a real server: the examples, then the promises of the transport.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { Client, Problem } from "lemmascope";

import { World } from "./world.js";

let world: World;
before(async () => {
  world = await World.start();
});
after(() => world.close());

const connect = () => new Client({ address: world.address, token: world.token });

test("a sentence", async () => {
  assert.deepEqual(await world.example("sentence.js", "create a folder plans"), ["ok", "+ plans"]);
});

test("observe and click", async () => {
  const lines = await world.example("observe_and_click.js", `${world.sites["shop"]}/p/boston-fern`, "Returns");
  assert.ok(lines.some((line) => line.includes('link "Returns"')), lines.join("\n"));
  assert.equal(lines.at(-1), "ok navigated");
});

test("an intent with events", async () => {
  const lines = await world.example("events.js", "roses");
  assert.equal(lines[0], "1 run_started");
  assert.match(lines.at(-2) ?? "", /run_finished/);
  assert.equal(lines.at(-1), "ok");
});

test("a definition", async () => {
  assert.deepEqual(await world.example("definition.js"), ["+ herbs + herbs/basil.txt", "INTENT_NOT_FOUND"]);
});

test("an undo", async () => {
  const lines = await world.example("undo.js");
  assert.deepEqual(lines.slice(0, 2), ["- draft.txt", "+ draft.txt"]);
  assert.ok(existsSync(join(world.work, "draft.txt")));
});

test("every operation is a method", () => {
  const document = JSON.parse(readFileSync(new URL("../../../openapi.json", import.meta.url), "utf8"));
  const ids = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>).flatMap((methods) =>
    Object.values(methods).map((operation) => operation.operationId),
  );
  assert.ok(ids.length > 30);
  const methods = Object.getOwnPropertyNames(Client.prototype);
  assert.deepEqual(ids.filter((id) => !methods.includes(id)), []);
});

test("a problem has its code, detail and remedy", async () => {
  await assert.rejects(connect().callIntent("no_such_intent"), (problem: Problem) => {
    assert.equal(problem.status, 404);
    assert.equal(problem.code, "INTENT_NOT_FOUND");
    assert.match(problem.detail, /no_such_intent/);
    assert.match(problem.remedy, /intents/);
    return true;
  });
});

test("a failed run is a report", async () => {
  const report = await connect().callIntent("files.read_file", { parameters: { path: "nowhere.txt" } });
  assert.equal(report.status, "error");
  assert.equal(report.code, "TARGET_NOT_FOUND");
});

test("a server that does not answer is named with a remedy", async () => {
  const nowhere = new Client({ address: "http://127.0.0.1:1", retries: 0 });
  await assert.rejects(nowhere.health(), (problem: Problem) => {
    assert.equal(problem.code, "SERVER_UNREACHABLE");
    assert.match(problem.remedy, /lemmascope serve/);
    return true;
  });
});

test("a call whose connection fails is carried out once", async () => {
  let attempts = 0;
  const losing: typeof fetch = async (input, init) => {
    attempts += 1;
    const response = await fetch(input, init);
    await response.clone().text();
    if (attempts === 1) throw new TypeError("the answer was lost");
    return response;
  };
  const client = new Client({ address: world.address, token: world.token, fetch: losing });
  const report = await client.callIntent("files.create_folder", { parameters: { path: "once" } });
  assert.equal(attempts, 2);
  // A second attempt that was carried out would say that the folder exists.
  assert.deepEqual([report.status, report.changes], ["ok", ["+ once"]]);
});

test("a stream that breaks is resumed after its last event", async () => {
  const client = connect();
  const { run } = await client.callIntent("files.create_folder", { parameters: { path: "streamed" } });
  assert.ok(run);
  const numbers = async (from: Client, after?: number) => {
    const found: number[] = [];
    for await (const event of from.followRun(run, after === undefined ? {} : { after })) found.push(event.number);
    return found;
  };
  const whole = await numbers(client);
  let connections = 0;
  const breaking: typeof fetch = async (input, init) => {
    connections += 1;
    const response = await fetch(input, init);
    if (connections > 1 || !response.body) return response;
    const text = await response.text();
    const cut = new TextEncoder().encode(text.slice(0, text.indexOf("id: 3")));
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (controller.desiredSize === 0) return;
        controller.enqueue(cut);
        controller.close();
      },
    });
    return new Response(body, response);
  };
  const broken = new Client({ address: world.address, token: world.token, fetch: breaking });
  assert.deepEqual(await numbers(broken), whole);
  assert.ok(connections > 1);
  assert.deepEqual(await numbers(client, 2), whole.slice(2));
});
