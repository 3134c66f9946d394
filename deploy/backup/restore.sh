#!/bin/sh
# Prepares a data directory that PostgreSQL restores to a moment when it is started on it, as the user that PostgreSQL runs as.
#
#   restore.sh FOLDER DATA TIME    the folder of backups; an empty data directory; such as '2026-11-22 10:35:00+05:30', in UTC
#                                without an offset
set -eu
folder=$1
data=$2
# PostgreSQL would read a time without an offset in its own time zone.
time=$(date -u -d "$3" '+%Y-%m-%d %H:%M:%S.%6N+00')
if [ -n "$(ls -A "$data" 2>/dev/null)" ]; then
  echo "$data is not empty" >&2
  exit 1
fi
wanted=$(date -u -d "$time" +%Y%m%dT%H%M%SZ)
base=$(ls "$folder/base" | awk -v wanted="$wanted" '$0 "" < wanted ""' | tail -n 1)
if [ -z "$base" ]; then
  echo "no base backup ended before $time" >&2
  exit 1
fi
mkdir -p "$data"
cp -a "$folder/base/$base/." "$data"
chmod 700 "$data"
cat >> "$data/postgresql.auto.conf" <<EOF
restore_command = 'cp "$folder/wal/%f" "%p"'
recovery_target_time = '$time'
recovery_target_action = 'promote'
EOF
touch "$data/recovery.signal"
echo "$base"
