"""A client for Lemmascope servers, which `lemmascope serve` starts.

`Client` blocks, `AsyncClient` is for asyncio; both have a method for every endpoint.
"""

from . import types
from .async_client import AsyncClient
from .client import Client
from .problem import Problem

__all__ = ["AsyncClient", "Client", "Problem", "types"]
