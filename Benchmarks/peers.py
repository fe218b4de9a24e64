"""Other job queues on PostgreSQL, driven as they drive themselves fastest: which settings
those are was measured beforehand. Runs in an environment of its own, which bench.py makes.

Arguments: the peer, what to do (make, fill N, drain N, latency N), and the database as libpq takes it.
A drain prints the seconds from when its worker is connected and begins until its table says that nothing
is left, and the seconds of processor time that its process used in them; latency the median and the 99th
percentile of N waits, in ms.
"""

import asyncio
import json
import random
import resource
import statistics
import sys
import time

POOL = CONCURRENCY = 20
CONSUMERS, BATCH = 2, 100
CHUNK = 5000


class Peer:
    """What both have: a count of what their handlers did, and the moment when all is recorded."""

    def __init__(self, dsn):
        self.dsn, self.count, self.last = dsn, 0, asyncio.Event()

    def ran(self):
        self.count += 1
        if self.count == self.total:
            self.last.set()

    async def emptied(self):
        """When the peer's own table says that nothing is left."""
        import psycopg
        await self.last.wait()
        async with await psycopg.AsyncConnection.connect(self.dsn, autocommit=True) as connection:
            while (await (await connection.execute(self.left)).fetchone())[0] > 0:
                await asyncio.sleep(0.005)
        return clock()

    async def drain(self, total):
        self.total = total
        end, _ = await asyncio.gather(self.emptied(), self.work())
        print(end[0] - self.start[0], end[1] - self.start[1])

    async def latency(self, samples):
        """From the call that enqueues to the start of the handler, one job after the other."""
        self.total, self.waits = samples, []
        work = asyncio.create_task(self.listen())
        await asyncio.sleep(2)
        for _ in range(samples):
            await asyncio.sleep(0.01 + 0.02 * random.random())
            await self.ask(time.time())
        await self.last.wait()
        work.cancel()
        waits = statistics.quantiles(self.waits, n=100)
        print(1000 * waits[49], 1000 * waits[98])

    def started(self, asked):
        if asked:
            self.waits.append(time.time() - asked)
        self.ran()


class Procrastinate(Peer):
    left = "SELECT count(*) FROM procrastinate_jobs WHERE status IN ('todo', 'doing')"

    def __init__(self, dsn):
        super().__init__(dsn)
        import procrastinate
        connector = procrastinate.PsycopgConnector(conninfo=dsn, min_size=POOL, max_size=POOL)
        self.app = procrastinate.App(connector=connector)

        @self.app.task(name="noop")
        async def noop(t):
            self.started(t)

        self.task = noop

    async def make(self):
        async with self.app.open_async():
            await self.app.schema_manager.apply_schema_async()

    async def fill(self, total):
        async with self.app.open_async():
            for begin in range(0, total, CHUNK):
                size = min(CHUNK, total - begin)
                await self.task.batch_defer_async(*({"t": 0} for _ in range(size)))

    async def work(self):
        async with self.app.open_async():
            self.start = clock()
            await self.app.run_worker_async(
                concurrency=CONCURRENCY, wait=False, delete_jobs="never",
                install_signal_handlers=False)

    async def listen(self):
        async with self.app.open_async():
            await self.app.run_worker_async(
                concurrency=CONCURRENCY, delete_jobs="never", install_signal_handlers=False)

    async def ask(self, now):
        await self.task.defer_async(t=now)


class Pgqueuer(Peer):
    left = "SELECT count(*) FROM pgqueuer"

    async def connect(self):
        import asyncpg
        from pgqueuer.db import AsyncpgDriver
        from pgqueuer.queries import Queries
        parts = dict(part.split("=", 1) for part in self.dsn.split())
        connection = await asyncpg.connect(
            host=parts["host"], port=int(parts["port"]), user=parts["user"],
            database=parts["dbname"])
        return Queries(AsyncpgDriver(connection))

    async def make(self):
        await (await self.connect()).install()

    async def fill(self, total):
        queries = await self.connect()
        for begin in range(0, total, CHUNK):
            size = min(CHUNK, total - begin)
            await queries.enqueue(["noop"] * size, [b'{"t":0}'] * size, [0] * size)

    async def work(self):
        from pgqueuer.types import QueueExecutionMode
        await self.run(QueueExecutionMode.drain)

    async def listen(self):
        from pgqueuer.types import QueueExecutionMode
        self.queries = await self.connect()
        await self.run(QueueExecutionMode.continuous)

    async def ask(self, now):
        await self.queries.enqueue(["noop"], [json.dumps({"t": now}).encode()], [0])

    async def run(self, mode):
        from datetime import timedelta
        from pgqueuer.qm import QueueManager
        managers = [QueueManager(await self.connect()) for _ in range(CONSUMERS)]

        async def noop(job):
            self.started(json.loads(job.payload)["t"])

        for manager in managers:
            manager.entrypoint("noop")(noop)
        self.start = clock()
        await asyncio.gather(*(
            manager.run(dequeue_timeout=timedelta(seconds=1), batch_size=BATCH,
                        mode=mode)
            for manager in managers))


def clock():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return time.perf_counter(), used.ru_utime + used.ru_stime


async def main():
    name, verb, *total, dsn = sys.argv[1:]
    peer = {"procrastinate": Procrastinate, "pgqueuer": Pgqueuer}[name](dsn)
    await getattr(peer, verb)(*map(int, total))


if __name__ == "__main__":
    import uvloop
    uvloop.run(main())
