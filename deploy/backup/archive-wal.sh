#!/bin/sh
# Archives a file of WAL: archive_command = 'sh archive-wal.sh "%p" "/backup/wal/%f"'
set -eu
# PostgreSQL archives a file again if it crashed before it knew of the first time.
if [ -f "$2" ]; then
  cmp "$1" "$2"
  exit
fi
cp "$1" "$2.part"
sync "$2.part"
mv "$2.part" "$2"
sync "$(dirname "$2")"
