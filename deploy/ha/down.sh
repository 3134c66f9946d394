#!/usr/bin/env bash
# Ends what up.sh started. Usage: deploy/ha/down.sh <folder>; the folder is kept, with its logs.
. "$(dirname "$0")/common.sh"

LIMIT_SECONDS=30

# Ends programs by the names of their files, and waits until they have ended.
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

# Patroni ends PostgreSQL, and needs etcd for that.
end patroni-a patroni-b patroni-c
end haproxy etcd
