#!/bin/sh
# Creates the secrets of compose.yaml in this folder, where Git ignores them. Run it once.
set -eu
umask 077
cd "$(dirname "$0")"
if [ -d secrets ]; then
  echo "$(pwd)/secrets already exists" >&2
  exit 1
fi
mkdir secrets
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
random > secrets/postgres_password
random > secrets/admin_api_token
random > secrets/metrics_token
head -c 32 /dev/urandom | base64 > secrets/secrets_key
random > secrets/grafana_password
# The password of your mail server, for alerts.
random > secrets/alert_smtp_password
random > secrets/redis_password
printf 'redis://:%s@redis:6379' "$(cat secrets/redis_password)" > secrets/redis_url
printf 'requirepass %s\n' "$(cat secrets/redis_password)" > secrets/redis_conf
rm secrets/redis_password
printf 'postgres://orders:%s@postgres:5432/orders' "$(cat secrets/postgres_password)" > secrets/database_url
# Until you put the certificate of your host there, which browsers trust.
mkdir secrets/tls
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
  -keyout secrets/tls/privkey.pem -out secrets/tls/fullchain.pem 2>/dev/null
# The containers' users have to read the files. On this machine, the folder's mode keeps other users out.
chmod 755 secrets/tls
find secrets -type f -exec chmod 644 {} +
