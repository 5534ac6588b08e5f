"""The PostgreSQL database and the two Redis databases of one run of .ci/run, at 127.0.0.1.

services.py free-port | postgres-answers PORT | redis-answers PORT
services.py make NAME POSTGRES_PORT REDIS_PORT    prints DATABASE_URL, CELERY_BROKER_URL and CACHE_URL
services.py drop NAME DATABASE_URL CELERY_BROKER_URL CACHE_URL
"""

import socket
import sys
import time
from collections.abc import Callable

import psycopg
import redis
from psycopg import sql

SECONDS_TO_ANSWER = 30


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def postgres_url(port: int, name: str) -> str:
    return f"postgres://postgres@127.0.0.1:{port}/{name}"


def postgres_answers(port: int) -> bool:
    try:
        psycopg.connect(postgres_url(port, "postgres"), connect_timeout=3).close()
    except psycopg.OperationalError:
        return False
    return True


def redis_answers(port: int) -> bool:
    try:
        return redis.Redis(port=port, socket_connect_timeout=3).ping()
    except redis.RedisError:
        return False


def wait_for(answers: Callable[[int], bool], port: int) -> None:
    deadline = time.monotonic() + SECONDS_TO_ANSWER
    while not answers(port):
        if time.monotonic() > deadline:
            sys.exit(f"The server at port {port} does not answer.")
        time.sleep(0.2)


def make(name: str, postgres_port: int, redis_port: int) -> list[str]:
    """Make the database and choose two Redis databases that nobody uses; their URLs."""
    wait_for(postgres_answers, postgres_port)
    wait_for(redis_answers, redis_port)
    with psycopg.connect(postgres_url(postgres_port, "postgres"), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    empty = [number for number in range(15, 0, -1) if not redis.Redis(port=redis_port, db=number).dbsize()]
    if len(empty) < 2:
        sys.exit("Redis has no two empty databases.")
    return [
        postgres_url(postgres_port, name),
        *(f"redis://127.0.0.1:{redis_port}/{number}" for number in empty[:2]),
    ]


def drop(name: str, database_url: str, *redis_urls: str) -> None:
    """Remove the database, the tests' copies of it and what the run left in Redis."""
    with psycopg.connect(database_url.removesuffix(name) + "postgres", autocommit=True) as connection:
        found = connection.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [f"%{name}%"])
        for (database,) in found.fetchall():
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(database)))
    for url in redis_urls:
        redis.Redis.from_url(url).flushdb()


def main(command: str, *args: str) -> None:
    match command:
        case "free-port":
            print(free_port())
        case "postgres-answers":
            sys.exit(not postgres_answers(int(args[0])))
        case "redis-answers":
            sys.exit(not redis_answers(int(args[0])))
        case "make":
            print(*make(args[0], int(args[1]), int(args[2])))
        case "drop":
            drop(*args)


if __name__ == "__main__":
    main(*sys.argv[1:])
