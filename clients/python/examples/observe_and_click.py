"""Opens a page, looks at it and follows a link: `observe_and_click.py URL LINK`."""

import json
import sys

from lemmascope import Client

url, link = sys.argv[1:]
with Client() as client:
    client.command(f"goto {json.dumps(url)}")
    print(client.observe_text("default"))
    report = client.call_intent("web.click", parameters={"target": link})
    print(report["status"], report.get("verdict"))
