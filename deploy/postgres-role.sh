#!/bin/sh
# The role of the bots in compose.replicas.yaml: it owns nothing; `migrate --grant` gives it rights on rows.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --set password="$BOT_PASSWORD" <<'SQL'
create role sms_desk login password :'password';
SQL
