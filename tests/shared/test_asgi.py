"""The ASGI driver, on a small application that needs no framework."""

import asyncio
import json

import pytest

from shared.checking.fixtures.asgi import Asgi
from shared.checking.fixtures.clock import Clock, DeadlockError


class App:
    """Echoes, streams a number a second until the client leaves, fails in various ways."""

    def __init__(self, **faults):
        self.log, self.faults = [], faults

    async def __call__(self, scope, receive, send):
        if scope["type"] == "lifespan":
            return await self.lifespan(scope, receive, send)
        return await getattr(self, scope["path"].strip("/"))(scope, receive, send)

    async def lifespan(self, scope, receive, send):
        for step in ("startup", "shutdown"):
            message = await receive()
            assert message["type"] == f"lifespan.{step}"
            self.log.append(step)
            if step in self.faults:
                return await self.faults[step](send)
            scope["state"]["weights"] = "loaded"
            await send({"type": f"lifespan.{step}.complete"})
        return None

    async def echo(self, scope, receive, send):
        message = await receive()
        headers = [(b"X-State", scope["state"].get("weights", "none").encode())]
        await send({"type": "http.response.start", "status": 201, "headers": headers})
        answer = {
            "method": scope["method"],
            "query": scope["query_string"].decode(),
            "headers": {k.decode(): v.decode() for k, v in scope["headers"]},
            "body": message["body"].decode(),
        }
        await send({"type": "http.response.body", "body": json.dumps(answer).encode()})
        self.log.append((await receive())["type"])

    async def stream(self, scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        gone = asyncio.create_task(receive())
        if scope["query_string"] == b"read":
            await gone
            gone = asyncio.create_task(receive())
        for number in range(1000):
            if gone.done() and gone.result()["type"] == "http.disconnect":
                self.log.append(f"left at {number}")
                return
            await send({"type": "http.response.body", "body": b"%d" % number, "more_body": True})
            await asyncio.sleep(1)

    async def boom(self, scope, receive, send):
        raise ValueError("no such model")

    async def todo(self, scope, receive, send):
        raise NotImplementedError("create_app: task 1")

    async def silent(self, scope, receive, send):
        await asyncio.Event().wait()

    async def muddled(self, scope, receive, send):
        await send({"type": "http.response.body", "body": b"x"})


def drive(scenario, app=None, **options):
    return Asgi().run(app or App(), scenario, clock=Clock(), **options)


def test_a_request_and_its_whole_response():
    app = App()
    got = drive(lambda client: client.request("post", "/echo?n=1", json={"a": 1}), app)
    sent = json.loads(got.pop("body"))
    assert sent == {
        "method": "POST",
        "query": "n=1",
        "headers": {
            "host": "course.test",
            "content-type": "application/json",
            "content-length": "8",
        },
        "body": '{"a": 1}',
    }
    assert len(got.pop("chunks")) == 1
    assert got == {
        "status": 201,
        "headers": {"x-state": "loaded"},
        "complete": True,
        "disconnected": False,
        "unheard": 0,
        "app": "returned",
    }
    assert app.log == ["startup", "http.disconnect", "shutdown"]


def test_real_time_works_too_and_lifespan_can_be_left_out():
    app = App()
    got = Asgi().run(app, lambda client: client.request("GET", "/echo"), lifespan=False)
    assert (got["status"], got["headers"]) == (201, {"x-state": "none"})
    assert app.log == ["http.disconnect"]


def test_chunks_come_one_by_one_until_the_client_leaves():
    app, clock = App(), Clock()

    async def scenario(client):
        exchange = client.send("GET", "/stream?read")
        assert await exchange.status() == 200
        seen = []
        async for chunk in exchange:
            seen.append((chunk, clock.time()))
            if chunk == b"2":
                exchange.disconnect()
        return seen, await exchange.finish()

    seen, report = Asgi().run(app, scenario, clock=clock)
    assert seen == [(b"0", 0), (b"1", 1), (b"2", 2)]
    assert (report["complete"], report["disconnected"], report["unheard"]) == (False, True, 0)
    assert report["app"] == "returned"
    assert app.log == ["startup", "left at 3", "shutdown"]


def test_an_application_that_does_not_notice_is_reported():
    async def scenario(client):
        exchange = client.send("GET", "/stream")  # takes the request itself for the disconnect
        async for _ in exchange:
            break
        return [await exchange.finish(grace=3.5) for _ in range(2)]

    report, again = drive(scenario)
    assert (report["unheard"], report["app"]) == (3, "still running")
    assert again["app"] == "still running"


def test_leaving_before_the_response_starts():
    async def scenario(client):
        exchange = client.send("GET", "/echo")
        exchange.disconnect()
        return await exchange.finish()

    report = drive(scenario)
    assert (report["status"], report["disconnected"], report["unheard"]) == (None, True, 1)


def test_requests_can_be_under_way_together():
    clock = Clock()

    async def scenario(client):
        slow = client.send("GET", "/stream?read")
        await asyncio.sleep(2.5)
        quick = await client.request("GET", "/echo")
        slow.disconnect()
        return quick["status"], (await slow.finish())["chunks"]

    assert Asgi().run(App(), scenario, clock=clock) == (201, [b"0", b"1", b"2"])


def test_what_is_left_open_is_closed_before_shutdown():
    app = App()

    async def scenario(client):
        async for _ in client.send("GET", "/stream?read"):
            return

    drive(scenario, app)
    assert app.log == ["startup", "left at 1", "shutdown"]


def test_an_exception_is_data_but_not_implemented_passes_through():
    got = drive(lambda client: client.request("GET", "/boom"))
    assert (got["app"], got["status"]) == ("raised ValueError: no such model", None)
    with pytest.raises(NotImplementedError, match="task 1"):
        drive(lambda client: client.request("GET", "/todo"))


def test_messages_out_of_turn_are_the_applications_error():
    got = drive(lambda client: client.request("GET", "/muddled"))
    assert "sent a body before http.response.start" in got["app"]


def test_a_request_that_is_never_answered_is_a_deadlock_not_a_hang():
    with pytest.raises(DeadlockError, match=r"App\.silent at test_asgi\.py"):
        drive(lambda client: client.request("GET", "/silent"))


async def refuse(send):
    await send({"type": "lifespan.startup.failed", "message": "no weights"})


async def break_down(send):
    raise OSError("disk full")


async def say_nothing(send):
    return None


@pytest.mark.parametrize(
    ("fault", "words"),
    [(refuse, "no weights"), (break_down, "OSError: disk full"), (say_nothing, "no answer")],
)
@pytest.mark.parametrize("step", ["startup", "shutdown"])
def test_a_lifespan_that_fails_says_so(step, fault, words):
    with pytest.raises(RuntimeError, match=rf"{step} failed: .*{words}"):
        drive(lambda client: client.request("GET", "/echo"), App(**{step: fault}))


def test_the_scenarios_own_error_comes_through_after_shutdown():
    app = App()

    async def scenario(client):
        raise KeyError("mine")

    with pytest.raises(KeyError):
        drive(scenario, app)
    assert app.log == ["startup", "shutdown"]
