#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A server under load: 100 requests for a run at once, 200 connections, costly questions beside a normal user, and 1,900
requests that are begun and never ended.

Use: python3 web/load/attack.py http://127.0.0.1:8080/ [name of a run]

The attacker comes from 127.0.0.2: a server tells visitors apart by their address.
"""

import asyncio
import collections
import http.client
import json
import sys
import threading
import time
import urllib.parse

ATTACKERS = 32
CONNECTIONS = 200
PAUSE = 1.0
SECONDS = 60
RUN_REQUESTS = 100
HALF_REQUESTS = 1900
COSTLY = {"algorithm": "floyd_warshall", "trace": True, "sample": {"nodes": 64, "density": 1}}
NORMAL = {"algorithm": "bellman_ford", "sample": {"nodes": 16}}


def connect(server, source):
    return http.client.HTTPConnection(server.hostname, server.port, timeout=30, source_address=(source, 0))


def ask(connection, question, seed):
    asked = dict(question, sample=dict(question["sample"], seed=seed))
    connection.request("POST", "/api/solve", json.dumps(asked), {"Content-Type": "application/json"})
    response = connection.getresponse()
    response.read()
    return response.status


def summary(times):
    ordered = sorted(times)
    return (f"median {ordered[len(ordered) // 2]:.0f} ms, 99 % {ordered[int(len(ordered) * 0.99)]:.0f} ms, "
            f"maximum {ordered[-1]:.0f} ms")


def attack(server, number, end, statuses):
    connection = connect(server, "127.0.0.2")
    seed = 1000 * number
    while time.monotonic() < end:
        seed += 1
        try:
            statuses[ask(connection, COSTLY, seed)] += 1
        except OSError as error:
            statuses[type(error).__name__] += 1
            connection.close()
            connection = connect(server, "127.0.0.2")


def beside(server):
    statuses = collections.Counter()
    end = time.monotonic() + SECONDS
    attackers = [threading.Thread(target=attack, args=(server, k, end, statuses)) for k in range(ATTACKERS)]
    for attacker in attackers:
        attacker.start()
    user, times, answers = connect(server, "127.0.0.1"), [], collections.Counter()
    seed = 0
    while time.monotonic() < end:
        seed += 1
        start = time.monotonic()
        answers[ask(user, NORMAL, seed)] += 1
        times.append(1000 * (time.monotonic() - start))
        time.sleep(0.1)
    for attacker in attackers:
        attacker.join()
    print(f"{ATTACKERS} connections with costly questions: {dict(statuses)}")
    print(f"a normal user beside them: {dict(answers)}, {summary(times)}")


async def visitor(server, number, end, statuses, times):
    """One connection that asks, waits for the answer, and pauses."""
    await asyncio.sleep(PAUSE * number / CONNECTIONS)
    reader = writer = None
    seed = 1000 * number
    while time.monotonic() < end:
        seed += 1
        body = json.dumps(dict(NORMAL, sample=dict(NORMAL["sample"], seed=seed)))
        start = time.monotonic()
        try:
            if writer is None:
                reader, writer = await asyncio.open_connection(server.hostname, server.port)
            writer.write(f"POST /api/solve HTTP/1.1\r\nHost: {server.netloc}\r\nContent-Type: application/json\r\n"
                         f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            await reader.readexactly(int(head.split("content-length:")[1].split()[0]))
            statuses[int(head.split()[1])] += 1
            times.append(1000 * (time.monotonic() - start))
        except (OSError, asyncio.IncompleteReadError) as error:
            statuses[type(error).__name__] += 1
            writer = None
        await asyncio.sleep(PAUSE)


async def crowd(server):
    statuses, times = collections.Counter(), []
    end = time.monotonic() + SECONDS
    await asyncio.gather(*(visitor(server, k, end, statuses, times) for k in range(CONNECTIONS)))
    print(f"{CONNECTIONS} connections for {SECONDS} s, a second between questions: {dict(statuses)}, "
          f"{sum(statuses.values()) / SECONDS:.0f} per second, {summary(times)}")


def runs(server, name):
    outcomes = collections.Counter()
    gate = threading.Barrier(RUN_REQUESTS)

    def fetch():
        connection = connect(server, "127.0.0.1")
        gate.wait()
        try:
            connection.request("GET", "/api/runs/" + urllib.parse.quote(name))
            response = connection.getresponse()
            response.read()
            outcomes[response.status] += 1
        except OSError as error:
            outcomes[type(error).__name__] += 1

    start = time.monotonic()
    threads = [threading.Thread(target=fetch) for _ in range(RUN_REQUESTS)]
    for thread in threads:
        thread.start()
    time.sleep(0.2)
    asked = time.monotonic()
    health(server)
    waited = time.monotonic() - asked
    for thread in threads:
        thread.join()
    print(f"{RUN_REQUESTS} requests for a run at once: {dict(outcomes)} in {time.monotonic() - start:.1f} s, "
          f"/healthz meanwhile {1000 * waited:.0f} ms")


async def halves(server):
    """Connections that send half a request and wait for what comes."""
    opened = [await asyncio.open_connection(server.hostname, server.port) for _ in range(HALF_REQUESTS)]
    for _, writer in opened:
        writer.write(b"GET / HTTP/1.1\r\nHo")
    start = time.monotonic()
    status = await asyncio.to_thread(health, server)
    health_time = time.monotonic() - start
    answers = await asyncio.gather(*(asyncio.wait_for(reader.read(), 30) for reader, _ in opened), return_exceptions=True)
    outcomes = collections.Counter(
        answer.split(b" ", 2)[1].decode() if isinstance(answer, bytes) and answer else type(answer).__name__ for answer in answers
    )
    print(f"{HALF_REQUESTS} half requests: {dict(outcomes)}, /healthz beside them {status} in {1000 * health_time:.0f} ms")


def health(server):
    connection = connect(server, "127.0.0.1")
    connection.request("GET", "/healthz")
    response = connection.getresponse()
    response.read()
    return response.status


def main():
    server = urllib.parse.urlsplit(sys.argv[1])
    if server.hostname not in ("127.0.0.1", "localhost"):
        sys.exit("only a server on this machine may be put under load")
    if len(sys.argv) > 2:
        runs(server, sys.argv[2])
    asyncio.run(crowd(server))
    beside(server)
    asyncio.run(halves(server))


main()
