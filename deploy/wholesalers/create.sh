#!/bin/sh
# Creates a wholesaler: a role with a database, settings with secrets of its own, and what nginx and Prometheus read. Reloads nginx. If a step fails,
# nothing of it stays. As root.
#
#   create.sh NAME HOST    such as north orders.north.example; operators use office.HOST
#
# PGHOST, PGPORT and PGUSER name the server and a superuser.
set -eu
export LC_ALL=C
name=$1
host=$2
folder=${WHOLESALERS:-/etc/wholesalers}
refuse() {
  echo "$1" >&2
  exit 1
}
case $name in
  '' | [!a-z]* | *[!a-z0-9_]*) refuse "$name: use lower-case letters, digits and _" ;;
esac
[ "${#name}" -le 40 ] || refuse "$name: use at most 40 characters"
# Lines of nginx.conf and of the settings are made of it.
label='[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
case $host in
  *[!a-z0-9.-]*) refuse "$host: use a host name in lower-case letters, without a port" ;;
esac
echo "$host" | grep -Eqx "($label\.)+[a-z]$label" && [ "${#host}" -le 246 ] ||
  refuse "$host: use a whole host name, such as orders.north.example"
mkdir -p "$folder"
# Another run must not take the same ports.
exec 9>"$folder/.lock"
flock 9
for one in "$host" "office.$host"; do
  if cat "$folder"/*/nginx.map 2>/dev/null | grep -qF " $one\""; then
    refuse "$one belongs to another wholesaler"
  fi
done
# Fails if the wholesaler exists.
mkdir "$folder/$name"
has_role=
take_back() {
  rm -r "$folder/$name"
  [ -z "$has_role" ] || psql -q -d postgres <<SQL
SELECT 'DROP DATABASE "$name"' FROM pg_database WHERE datname = '$name' AND datdba = '"$name"'::regrole \gexec
DROP ROLE "$name";
SQL
}
trap take_back EXIT
trap 'exit 1' HUP INT TERM
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
nginx -t -q
# Not as arguments, which other users can see. From the database postgres, a role would see more than its own.
psql -q -v ON_ERROR_STOP=1 -d postgres <<SQL
BEGIN;
REVOKE CONNECT, TEMPORARY ON DATABASE postgres, template1 FROM PUBLIC;
CREATE ROLE "$name" LOGIN PASSWORD '$password';
COMMIT;
SQL
has_role=yes
psql -q -v ON_ERROR_STOP=1 -d postgres <<SQL
CREATE DATABASE "$name" OWNER "$name" TEMPLATE template0 ENCODING 'UTF8';
REVOKE CONNECT, TEMPORARY ON DATABASE "$name" FROM PUBLIC;
SQL
nginx -s reload
trap - EXIT
