#!/bin/sh
# Prepares a data directory that PostgreSQL restores to a moment when it is started on it, as the user that PostgreSQL runs as.
#
#   restore.sh FOLDER DATA TIME    the folder of backups; an empty data directory; such as '2026-11-22 10:35:00+05:30', in UTC
#                                without an offset; or `latest`, for all that was archived
set -eu
folder=$1
data=$2
time=$3
# As a text, later than the name of every backup, which begins with its year.
wanted=now
if [ "$time" != latest ]; then
  # PostgreSQL would read a time without an offset in its own time zone.
  time=$(date -u -d "$time" '+%Y-%m-%d %H:%M:%S.%6N+00')
  wanted=$(date -u -d "$time" +%Y%m%dT%H%M%SZ)
fi
if [ -n "$(ls -A "$data" 2>/dev/null)" ]; then
  echo "$data is not empty" >&2
  exit 1
fi
base=$(ls "$folder/base" | awk -v wanted="$wanted" '$0 "" < wanted ""' | tail -n 1)
if [ -z "$base" ]; then
  echo "no base backup ended before $time" >&2
  exit 1
fi
mkdir -p "$data"
cp -a "$folder/base/$base/." "$data"
chmod 700 "$data"
# The settings of before return with the end of the recovery: a standby made from this server would stop at its target.
before=$data/postgresql.auto.conf.before
touch "$data/postgresql.auto.conf"
sed '/^recovery_target/d' "$data/postgresql.auto.conf" > "$before"
chmod 600 "$before"
cat "$before" - > "$data/postgresql.auto.conf" <<EOF
restore_command = 'cp "$folder/wal/%f" "%p"'
recovery_end_command = 'mv postgresql.auto.conf.before postgresql.auto.conf'
recovery_target_action = 'promote'
EOF
[ "$time" = latest ] || echo "recovery_target_time = '$time'" >> "$data/postgresql.auto.conf"
touch "$data/recovery.signal"
echo "$base"
