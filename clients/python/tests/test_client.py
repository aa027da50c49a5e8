"""The client against a real server: the examples, then the promises of the transport."""

import asyncio
import inspect
import json
import socket
import threading
import unittest
from pathlib import Path

from lemmascope import AsyncClient, Client, Problem

from .world import World

DOCUMENT = Path(__file__).parents[2] / "openapi.json"


class Served(unittest.TestCase):
    world: World

    @classmethod
    def setUpClass(cls) -> None:
        cls.world = World()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.world.close()

    def client(self) -> Client:
        client = Client(self.world.address, self.world.token)
        self.addCleanup(client.close)
        return client


class Examples(Served):
    def test_a_sentence(self) -> None:
        out = self.world.example("sentence.py", "create a folder plans")
        self.assertEqual(out, "ok\n+ plans\n")
        self.assertTrue((self.world.work / "plans").is_dir())

    def test_observe_and_click(self) -> None:
        out = self.world.example("observe_and_click.py", f"{self.world.sites['shop']}/p/boston-fern", "Returns")
        self.assertIn('link "Returns"', out)
        self.assertIn("ok navigated", out)

    def test_an_intent_with_events(self) -> None:
        lines = self.world.example("events.py", "roses").splitlines()
        self.assertEqual(lines[0], "1 run_started")
        self.assertIn("run_finished", lines[-2])
        self.assertEqual(lines[-1], "ok")
        self.assertTrue((self.world.work / "roses/plan.md").is_file())

    def test_a_definition(self) -> None:
        out = self.world.example("definition.py")
        self.assertEqual(out, "['+ herbs', '+ herbs/basil.txt']\nINTENT_NOT_FOUND\n")

    def test_an_undo(self) -> None:
        out = self.world.example("undo.py").splitlines()
        self.assertEqual(out[:2], ["['- draft.txt']", "['+ draft.txt']"])
        self.assertTrue((self.world.work / "draft.txt").is_file())


class Transport(Served):
    def test_every_operation_is_a_method_of_both_classes(self) -> None:
        paths = json.loads(DOCUMENT.read_text())["paths"].values()
        ids = [operation["operationId"] for methods in paths for operation in methods.values()]
        self.assertGreater(len(ids), 30)
        for name in ids:
            snake = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
            blocking, waiting = getattr(Client, snake), getattr(AsyncClient, snake)
            self.assertEqual(inspect.signature(blocking).parameters, inspect.signature(waiting).parameters)

    def test_a_problem_has_its_code_detail_and_remedy(self) -> None:
        with self.assertRaises(Problem) as caught:
            self.client().call_intent("no_such_intent")
        problem = caught.exception
        self.assertEqual((problem.status, problem.code), (404, "INTENT_NOT_FOUND"))
        self.assertIn("no_such_intent", problem.detail)
        self.assertIn("intents", problem.remedy)

    def test_a_refused_document_is_a_problem_too(self) -> None:
        with self.assertRaises(Problem) as caught:
            self.client().document({"intent": "CreateFile", "confidence": 0.9, "parameters": {"title": "<>"}})
        self.assertEqual(caught.exception.status, 422)
        self.assertIn("INVALID", caught.exception.code)

    def test_a_failed_run_is_a_report(self) -> None:
        report = self.client().call_intent("files.read_file", parameters={"path": "nowhere.txt"})
        self.assertEqual((report["status"], report["code"]), ("error", "TARGET_NOT_FOUND"))

    def test_a_server_that_does_not_answer_is_named_with_a_remedy(self) -> None:
        with socket.socket() as reserved:
            reserved.bind(("127.0.0.1", 0))
            address = f"http://127.0.0.1:{reserved.getsockname()[1]}"
            with self.assertRaises(Problem) as caught, Client(address, retries=0) as client:
                client.health()
        self.assertEqual(caught.exception.code, "SERVER_UNREACHABLE")
        self.assertIn("lemmascope serve", caught.exception.remedy)

    def test_the_token_of_this_machine_is_sent_to_no_other(self) -> None:
        self.assertNotIn("authorization", Client("http://example.com")._http.headers)

    def test_a_call_whose_connection_fails_is_carried_out_once(self) -> None:
        with Cutting(self.world.address, lose_answers=1) as proxy, Client(proxy.address, self.world.token) as client:
            report = client.call_intent("files.create_folder", parameters={"path": "once"})
        # A second attempt that was carried out would say that the folder exists.
        self.assertEqual((report["status"], report.get("changes")), ("ok", ["+ once"]))
        self.assertEqual(proxy.connections, 2)

    def test_a_stream_that_breaks_is_resumed_after_its_last_event(self) -> None:
        client = self.client()
        run = client.call_intent("files.create_folder", parameters={"path": "streamed"})["run"]
        whole = [event["number"] for event in client.follow_run(run)]
        with Cutting(self.world.address, cut_after=b"id: 2\n") as proxy:
            broken = Client(proxy.address, self.world.token)
            self.assertEqual([event["number"] for event in broken.follow_run(run)], whole)
            broken.close()
        self.assertGreater(proxy.connections, 1)
        self.assertEqual([event["number"] for event in client.follow_run(run, after=2)], whole[2:])

    def test_the_asynchronous_client_does_the_same(self) -> None:
        async def converse() -> None:
            async with AsyncClient(self.world.address, self.world.token) as client:
                self.assertEqual((await client.health())["status"], "ok")
                report = await client.say("create a folder asynchronous")
                numbers = [event["number"] async for event in client.follow_run(report["run"])]
                self.assertEqual(numbers, list(range(1, len(numbers) + 1)))
                with self.assertRaises(Problem):
                    await client.get_run("none")

        asyncio.run(converse())


class Cutting:
    """A proxy that closes its first connection early: before the answer, or after some bytes of it."""

    def __init__(self, address: str, lose_answers: int = 0, cut_after: bytes | None = None) -> None:
        host, port = address.removeprefix("http://").split(":")
        self._target = (host, int(port))
        self._lose = lose_answers
        self._cut_after = cut_after
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.connections = 0

    def __enter__(self) -> "Cutting":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._carry, args=(client, self.connections), daemon=True).start()

    def _carry(self, client: socket.socket, number: int) -> None:
        server = socket.create_connection(self._target)
        threading.Thread(target=_copy, args=(client, server), daemon=True).start()
        answer = b""
        while piece := server.recv(65536):
            answer += piece
            if number <= self._lose:
                break
            if number == 1 and self._cut_after is not None and self._cut_after in answer:
                cut = answer.index(self._cut_after)
                client.sendall(answer[:cut])
                break
            if number > 1 or self._cut_after is None:
                client.sendall(piece)
        client.shutdown(socket.SHUT_RDWR)
        client.close()
        server.close()


def _copy(source: socket.socket, target: socket.socket) -> None:
    try:
        while piece := source.recv(65536):
            target.sendall(piece)
    except OSError:
        pass


if __name__ == "__main__":
    unittest.main()
