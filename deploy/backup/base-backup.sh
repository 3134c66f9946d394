#!/bin/sh
# Takes a base backup, verifies it, and removes what no kept backup needs. Runs on PostgreSQL's machine; PGUSER may replicate.
#
#   base-backup.sh FOLDER [KEPT]    the folder of base backups and WAL; the number of backups that are kept, 7
set -eu
folder=$1
kept=${2:-7}
if [ "$(id -u)" = 0 ]; then
  install -d -o postgres -g postgres -m 711 "$folder"
  install -d -o postgres -g postgres -m 700 "$folder/base" "$folder/wal"
  install -d -o postgres -g postgres -m 755 "$folder/metrics"
  exec runuser -u postgres -- sh "$0" "$folder" "$kept"
fi
rm -rf "$folder/unfinished"
pg_basebackup -D "$folder/unfinished" -c fast -X stream
pg_verifybackup -q "$folder/unfinished"
sync
# Named by its end: it can be restored to any later time.
mv "$folder/unfinished" "$folder/base/$(date -u +%Y%m%dT%H%M%SZ)"
# For the node exporter's collector of text files: the alert BaseBackupIsOld.
mkdir -p "$folder/metrics"
printf 'base_backup_success_timestamp_seconds %s\n' "$(date +%s)" > "$folder/metrics/base-backup.tmp"
mv "$folder/metrics/base-backup.tmp" "$folder/metrics/base-backup.prom"
ls "$folder/base" | head -n "-$kept" | while read -r old; do rm -rf "$folder/base/$old"; done
oldest=$(ls "$folder/base" | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\))$/\1/p' "$folder/base/$oldest/backup_label")
pg_archivecleanup "$folder/wal" "$first"
ls "$folder/base" | tail -n 1
