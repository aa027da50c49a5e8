"""Starts an intent without waiting for its end, and follows its events: `events.py FOLDER`."""

import asyncio
import sys

from lemmascope import AsyncClient


async def main(folder: str) -> None:
    async with AsyncClient() as client:
        parameters = {"folder": folder, "file": "plan.md", "content": "Water them."}
        started = await client.start_call_intent("new_project", parameters=parameters)
        async for event in client.follow_run(started["run"]):
            print(event["number"], event["event"]["type"])
        run = await client.get_run(started["run"])
        print(run["status"])


asyncio.run(main(sys.argv[1]))
