"""Virtual time: sleeping is free, order is exact, and a deadlock is named instead of hanging."""

import asyncio
import contextlib
import time

import pytest

from shared.checking.fixtures.clock import Clock, DeadlockError


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_sleeping_costs_no_real_time(clock):
    async def main():
        await asyncio.sleep(1_000_000.5)
        return asyncio.get_running_loop().time()

    start = time.monotonic()
    assert clock.run(main()) == clock.time() == 1_000_000.5
    assert time.monotonic() - start < 60  # a hang of eleven days would show


def test_sleepers_wake_in_order_at_their_own_times(clock):
    seen = []

    async def sleeper(seconds):
        await asyncio.sleep(seconds)
        seen.append((seconds, round(clock.time(), 9)))

    async def main():
        await asyncio.gather(*(sleeper(s) for s in (0.3, 0.1, 0.2, 0)))

    clock.run(main())
    assert seen == [(0, 0), (0.1, 0.1), (0.2, 0.2), (0.3, 0.3)]


def test_timeouts_are_virtual(clock):
    async def main():
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.Event().wait(), 30)
        async with asyncio.timeout(5):
            await asyncio.sleep(4)

    clock.run(main())
    assert clock.time() == 34


def test_time_goes_on_from_run_to_run(clock):
    clock.run(asyncio.sleep(2))
    clock.run(asyncio.sleep(3))
    assert clock.time() == 5


def test_a_deadlock_names_who_waits_where(clock):
    async def consumer(queue):
        await queue.get()

    async def main():
        await asyncio.sleep(1.5)
        await asyncio.create_task(consumer(asyncio.Queue()))

    with pytest.raises(
        DeadlockError, match=r"deadlock at 1\.5 s: .*consumer at .*\.py:\d+"
    ) as seen:
        clock.run(main())
    assert "main at test_clock.py" in str(seen.value)


def test_a_deadlock_cannot_be_swallowed_by_the_code_under_test(clock):
    async def main():
        while True:
            with contextlib.suppress(Exception):
                await asyncio.Future()

    with pytest.raises(DeadlockError):
        clock.run(main())


def test_left_over_tasks_are_cancelled(clock):
    seen = []

    async def background():
        try:
            await asyncio.sleep(1000)
        finally:
            seen.append(clock.time())

    async def main():
        task = asyncio.create_task(background())
        await asyncio.sleep(1)
        return task

    assert clock.run(main()).cancelled()
    assert seen == [1]


def test_work_in_threads_is_waited_for_and_takes_no_virtual_time(clock):
    async def main():
        watch = asyncio.create_task(asyncio.sleep(100, "late"))
        answer = await asyncio.to_thread(lambda: time.sleep(0.05) or "done")
        return answer, watch.done()

    assert clock.run(main()) == ("done", False)
    assert clock.time() == 0


def test_errors_and_values_come_through(clock):
    async def fails():
        raise KeyError("x")

    with pytest.raises(KeyError):
        clock.run(fails())
    assert clock.run(asyncio.sleep(0, "value")) == "value"
