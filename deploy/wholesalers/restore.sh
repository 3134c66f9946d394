#!/bin/sh
# Restores a wholesaler from a dump, while the others work. The database of before stays, under the name that this prints. As root.
#
#   restore.sh NAME DUMP
#
# PGHOST, PGPORT and PGUSER as for create.sh. APP is the folder of the installed service.
set -eu
name=$1
dump=$2
folder=${WHOLESALERS:-/etc/wholesalers}
url=$(sed -n 's/^DATABASE_URL=//p' "$folder/$name/env")
now=$(date -u +%Y%m%d%H%M%S)
restored=${name}_$now
before=${name}_until_$now
psql -q -v ON_ERROR_STOP=1 -d postgres <<SQL
CREATE DATABASE "$restored" OWNER "$name" TEMPLATE template0 ENCODING 'UTF8';
REVOKE CONNECT, TEMPORARY ON DATABASE "$restored" FROM PUBLIC;
SQL
# As the wholesaler's own role, so that a dump reaches no other database.
password=$(echo "$url" | sed -E 's|^[^:]*://[^:]*:([^@]*)@.*|\1|')
PGHOST=${PGHOST:-127.0.0.1} PGUSER=$name PGPASSWORD=$password \
  pg_restore --exit-on-error --no-owner --no-privileges -d "$restored" "$dump"
restored_url=$(echo "$url" | sed -E "s|(://[^/]*/)[^?]*|\1$restored|")
# A dump of an earlier release gets the schema of the one that is installed.
for command in schema:migrate verify; do
  (cd "${APP:-/opt/wholesale-store-orders}" && DATABASE_URL=$restored_url node dist/service/cli.js "$command")
done
trap 'systemctl start "wholesaler@$name"' EXIT
trap 'exit 1' HUP INT TERM
systemctl stop "wholesaler@$name"
psql -q -v ON_ERROR_STOP=1 -d postgres <<SQL
-- Such as a person's psql: a database in use cannot be renamed.
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '$name' \g /dev/null
BEGIN;
ALTER DATABASE "$name" RENAME TO "$before";
ALTER DATABASE "$restored" RENAME TO "$name";
COMMIT;
SQL
trap - EXIT
systemctl start "wholesaler@$name"
echo "The database of before is $before"
