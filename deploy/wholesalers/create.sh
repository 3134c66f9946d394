#!/bin/sh
# Creates a wholesaler: a role with a database, settings with secrets of its own, and what nginx and Prometheus read. As root.
#
#   create.sh NAME HOST    such as north orders.north.example; operators use office.HOST
#
# PGHOST, PGPORT and PGUSER name the server and a role that creates roles and databases.
set -eu
name=$1
host=$2
folder=${WHOLESALERS:-/etc/wholesalers}
if ! expr "$name" : '[a-z][a-z0-9_]*$' >/dev/null || [ "${#name}" -gt 40 ]; then
  echo "$name: use at most 40 lower-case letters, digits and _" >&2
  exit 1
fi
if grep -qs " $host\"" "$folder"/*/nginx.map; then
  echo "$host belongs to another wholesaler" >&2
  exit 1
fi
mkdir -p "$folder"
# Fails if the wholesaler exists.
mkdir "$folder/$name"
trap 'rm -r "$folder/$name"' EXIT
last=$(cat "$folder"/*/env 2>/dev/null | sed -n 's/^OPERATIONS_PORT=//p' | sort -n | tail -n 1)
port=$((${last:-3099} + 1))
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
password=$(random)
(
  umask 077
  cat >"$folder/$name/env" <<SETTINGS
PORT=$port
LISTEN_ADDRESS=127.0.0.1
OPERATIONS_PORT=$((port + 1))
PUBLIC_URL=https://$host
OPERATIONS_URL=https://office.$host
ALLOWED_HOSTS=$host
TRUST_PROXY=127.0.0.1
DATABASE_URL=postgres://$name:$password@${PGHOST:-127.0.0.1}:${PGPORT:-5432}/$name
DATABASE_POOL_SIZE=5
ADMIN_API_TOKEN=$(random)
SECRETS_KEY=$(head -c 32 /dev/urandom | base64)
SETTINGS
)
cat >"$folder/$name/nginx.map" <<MAP
"shop $host" $port;
"office office.$host" $((port + 1));
MAP
cat >"$folder/$name/prometheus.json" <<TARGETS
[{ "targets": ["127.0.0.1:$((port + 1))"], "labels": { "wholesaler": "$name" } }]
TARGETS
# Not as arguments, which other users can see.
psql -q -v ON_ERROR_STOP=1 -d postgres <<SQL
CREATE ROLE "$name" LOGIN PASSWORD '$password';
CREATE DATABASE "$name" OWNER "$name" TEMPLATE template0 ENCODING 'UTF8';
REVOKE CONNECT, TEMPORARY ON DATABASE "$name" FROM PUBLIC;
SQL
trap - EXIT
