#!/usr/bin/env bash
# Stops the programs that up.sh started. Usage: deploy/ha/down.sh <folder>. The folder with the logs stays.
. "$(dirname "$0")/common.sh"

LIMIT_SECONDS=30

# Stops programs by the names of their pid files, and waits for their end.
end() {
  local name pid
  for name in "$@"; do
    kill -TERM "$(cat "$FOLDER/$name.pid")" 2>/dev/null || true
  done
  for name in "$@"; do
    pid=$(cat "$FOLDER/$name.pid")
    timeout "$LIMIT_SECONDS" tail --pid="$pid" -f /dev/null || kill -KILL "$pid"
  done
}

# Patroni stops PostgreSQL and needs etcd for it, so etcd is stopped last.
end patroni-a patroni-b patroni-c
end haproxy etcd
