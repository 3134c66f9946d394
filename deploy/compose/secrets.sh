#!/bin/sh
# Makes the secrets of compose.yaml, once: they are files of this folder that Git ignores.
set -eu
umask 077
cd "$(dirname "$0")"
if [ -d secrets ]; then
  echo "$(pwd)/secrets is there already" >&2
  exit 1
fi
mkdir secrets
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
random > secrets/postgres_password
random > secrets/admin_api_token
random > secrets/grafana_password
printf 'postgres://orders:%s@postgres:5432/orders' "$(cat secrets/postgres_password)" > secrets/database_url
# The container's user reads the files; on this machine the folder keeps others out.
chmod 644 secrets/*
