#!/bin/sh
# The role that the bots of compose.replicas.yaml have: it owns nothing; `migrate --grant` gives it rights on rows.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --set password="$BOT_PASSWORD" <<'SQL'
create role sms_desk login password :'password';
SQL
