"""Requests and answers: keys, retries, problems and streams. The methods for endpoints are built on it."""

import asyncio
import json
import time
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import quote

import httpx

from .location import locate
from .messages import MessageReader
from .problem import Problem

CONNECT_TIMEOUT = 5.0
# The server writes a comment into an idle stream every 15 seconds.
STREAM_TIMEOUT = 45.0
UNDER_WAY = "REQUEST_UNDER_WAY"

# `typing.Self` comes with Python 3.11.
_Sync = TypeVar("_Sync", bound="Transport")
_Async = TypeVar("_Async", bound="AsyncTransport")


def given(**values: Any) -> dict[str, Any]:
    """The values that are not None."""
    return {name: value for name, value in values.items() if value is not None}


def segment(text: str) -> str:
    """A text as one segment of a path."""
    return quote(text, safe="")


class _Base:
    def __init__(
        self,
        address: str | None = None,
        token: str | None = None,
        *,
        timeout: float | None = None,
        retries: int = 3,
    ) -> None:
        """Connects to a server.

        Without an address or a token, both are read from where `lemmascope serve` writes them. `timeout` bounds the
        wait for each answer in seconds; without it, a call waits until its run is over. `retries` bounds the attempts
        after a connection failure.
        """
        self.address, token = locate(address, token)
        self._retries = retries
        self._options: dict[str, Any] = {
            "base_url": self.address,
            "headers": {"authorization": f"Bearer {token}"} if token else {},
            "timeout": httpx.Timeout(timeout, connect=CONNECT_TIMEOUT),
            # A proxy of the environment has no business with the server of this machine.
            "trust_env": False,
        }

    def _request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        prefer_async: bool = False,
        accept: str = "application/json",
    ) -> dict[str, Any]:
        headers = {"accept": accept}
        if method != "GET":
            # The server carries out a request with a key once, so that it can be repeated after a connection failure.
            headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        if prefer_async:
            headers["prefer"] = "respond-async"
        request: dict[str, Any] = {"method": method, "url": path, "headers": headers, "params": query}
        if body is not None:
            request["json"] = body
        return request

    def _pause(self, response: httpx.Response | None, attempt: int) -> float | None:
        """How long to wait before the next attempt, after an answer or a connection failure; None to give up."""
        if response is None:
            return None if attempt >= self._retries else _backoff(attempt)
        # An attempt whose connection failed is still carried out; its answer comes with the same key.
        if attempt > 0 and response.status_code == 409 and Problem.of_response(response).code == UNDER_WAY:
            return _seconds(response.headers.get("retry-after"))
        return None


class Transport(_Base):
    """A connection that blocks."""

    def __init__(
        self,
        address: str | None = None,
        token: str | None = None,
        *,
        timeout: float | None = None,
        retries: int = 3,
    ) -> None:
        super().__init__(address, token, timeout=timeout, retries=retries)
        self._http = httpx.Client(**self._options)

    def __enter__(self: _Sync) -> _Sync:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def _json(self, method: str, path: str, **request: Any) -> Any:
        return self._send(self._request(method, path, **request)).json()

    def _text(self, method: str, path: str, **request: Any) -> str:
        return self._send(self._request(method, path, accept="text/plain, */*;q=0.5", **request)).text

    def _bytes(self, method: str, path: str, **request: Any) -> bytes:
        return self._send(self._request(method, path, accept="*/*", **request)).content

    def _send(self, request: dict[str, Any]) -> httpx.Response:
        attempt = 0
        while True:
            response = None
            try:
                response = self._http.request(**request)
            except httpx.TimeoutException as error:
                raise Problem.unreachable(self.address, error) from error
            except httpx.TransportError as error:
                failure = error
            pause = self._pause(response, attempt)
            if pause is None:
                if response is None:
                    raise Problem.unreachable(self.address, failure) from failure
                return _checked(response)
            attempt += 1
            time.sleep(pause)

    def _events(self, path: str, query: Mapping[str, Any] | None = None) -> Iterator[Any]:
        last: str | None = None
        failed = 0
        while True:
            failure: Exception | None = None
            try:
                with self._http.stream("GET", path, params=query, **_stream(last)) as response:
                    if response.status_code == httpx.codes.NO_CONTENT:
                        return
                    if response.is_error:
                        response.read()
                        raise Problem.of_response(response)
                    reader = MessageReader()
                    for line in response.iter_lines():
                        message = reader.feed(line)
                        if message is not None:
                            last, failed = message.id or last, 0
                            yield json.loads(message.data)
            except httpx.TransportError as error:
                failure = error
            # A stream that ended is resumed after its last event; the server answers 204 where the run is over.
            failed += 1
            if failed > self._retries + 1:
                raise Problem.unreachable(self.address, failure or EOFError("the stream ended"))
            if failure is not None or failed > 1:
                time.sleep(_backoff(failed))


class AsyncTransport(_Base):
    """A connection for asyncio."""

    def __init__(
        self,
        address: str | None = None,
        token: str | None = None,
        *,
        timeout: float | None = None,
        retries: int = 3,
    ) -> None:
        super().__init__(address, token, timeout=timeout, retries=retries)
        self._http = httpx.AsyncClient(**self._options)

    async def __aenter__(self: _Async) -> _Async:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def _json(self, method: str, path: str, **request: Any) -> Any:
        return (await self._send(self._request(method, path, **request))).json()

    async def _text(self, method: str, path: str, **request: Any) -> str:
        return (await self._send(self._request(method, path, accept="text/plain, */*;q=0.5", **request))).text

    async def _bytes(self, method: str, path: str, **request: Any) -> bytes:
        return (await self._send(self._request(method, path, accept="*/*", **request))).content

    async def _send(self, request: dict[str, Any]) -> httpx.Response:
        attempt = 0
        while True:
            response = None
            try:
                response = await self._http.request(**request)
            except httpx.TimeoutException as error:
                raise Problem.unreachable(self.address, error) from error
            except httpx.TransportError as error:
                failure = error
            pause = self._pause(response, attempt)
            if pause is None:
                if response is None:
                    raise Problem.unreachable(self.address, failure) from failure
                return _checked(response)
            attempt += 1
            await asyncio.sleep(pause)

    async def _events(self, path: str, query: Mapping[str, Any] | None = None) -> AsyncIterator[Any]:
        last: str | None = None
        failed = 0
        while True:
            failure: Exception | None = None
            try:
                async with self._http.stream("GET", path, params=query, **_stream(last)) as response:
                    if response.status_code == httpx.codes.NO_CONTENT:
                        return
                    if response.is_error:
                        await response.aread()
                        raise Problem.of_response(response)
                    reader = MessageReader()
                    async for line in response.aiter_lines():
                        message = reader.feed(line)
                        if message is not None:
                            last, failed = message.id or last, 0
                            yield json.loads(message.data)
            except httpx.TransportError as error:
                failure = error
            # A stream that ended is resumed after its last event; the server answers 204 where the run is over.
            failed += 1
            if failed > self._retries + 1:
                raise Problem.unreachable(self.address, failure or EOFError("the stream ended"))
            if failure is not None or failed > 1:
                await asyncio.sleep(_backoff(failed))


def _checked(response: httpx.Response) -> httpx.Response:
    if response.is_error:
        raise Problem.of_response(response)
    return response


def _stream(last: str | None) -> dict[str, Any]:
    headers = {"accept": "text/event-stream"}
    if last is not None:
        headers["last-event-id"] = last
    return {"headers": headers, "timeout": httpx.Timeout(CONNECT_TIMEOUT, read=STREAM_TIMEOUT)}


def _backoff(attempt: int) -> float:
    return float(min(0.1 * 2**attempt, 2.0))


def _seconds(text: str | None) -> float:
    return float(text) if text and text.isdigit() else 1.0
