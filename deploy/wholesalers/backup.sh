#!/bin/sh
# Dumps the database of every wholesaler, or of the named ones, and keeps the latest 14 dumps of each. As root, daily by cron.
#
#   backup.sh [NAME…]
#
# PGHOST, PGPORT and PGUSER as for create.sh.
# The settings have the SECRETS_KEY, without which a restored database loses its one-time codes: copy them to another place than the dumps.
set -eu
umask 077
folder=${WHOLESALERS:-/etc/wholesalers}
backups=${BACKUPS:-/var/backups/wholesalers}
mkdir -p "$backups/metrics"
# For the node exporter.
chmod 711 "$backups"
chmod 755 "$backups/metrics"
[ $# -gt 0 ] || set -- $(cd "$folder" && ls -d */ | tr -d /)
failed=
for name in "$@"; do
  mkdir -p "$backups/$name"
  rm -f "$backups/$name"/*.part
  dump=$backups/$name/$(date -u +%Y%m%dT%H%M%SZ).dump
  if pg_dump -Fc -f "$dump.part" -d "$name" && sync "$dump.part" && mv "$dump.part" "$dump"; then
    ls -d "$backups/$name"/*.dump | head -n -14 | xargs -r rm
    # The alert BaseBackupIsOld.
    metric="dump_success_timestamp_seconds{wholesaler=\"$name\"} $(date +%s)"
    (umask 022 && echo "$metric" >"$backups/metrics/$name.tmp")
    mv "$backups/metrics/$name.tmp" "$backups/metrics/$name.prom"
  else
    rm -f "$dump.part"
    failed="$failed $name"
  fi
done
if [ -n "$failed" ]; then
  echo "not backed up:$failed" >&2
  exit 1
fi
