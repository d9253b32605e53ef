# Shared by both scripts: timed parts, and the installation of missing servers and programs.
# shellcheck shell=bash

# Refuses `.only` in tests, also if `sudo` has emptied the environment.
export CI=${CI:-true}

# A new machine has no servers: only the parts that need them get their addresses.
postgres=${DATABASE_URL:-postgres://postgres@127.0.0.1:5432/postgres}
redis=${REDIS_URL:-redis://127.0.0.1:6379}
unset DATABASE_URL REDIS_URL

parts=()
began=$SECONDS
# Prints the minutes of each part at every exit.
trap 'print_minutes $?' EXIT

# part <name> <command…>: runs and times the command. A failure ends the script.
part() {
  local name=$1 from=$SECONDS status=0
  shift
  echo "== $name"
  # In a subshell outside any condition: only there `set -e` applies within functions.
  set +e
  (
    set -e
    "$@"
  )
  status=$?
  set -e
  [ "$status" -eq 0 ] || name+=' (failed)'
  parts+=("$((SECONDS - from)) $name")
  [ "$status" -eq 0 ] || exit "$status"
}

print_minutes() {
  echo '== minutes'
  local line
  for line in "${parts[@]}" "$((SECONDS - began)) all"; do
    awk -v line="$line" 'BEGIN { split(line, words, " "); sub(/^[0-9]+ /, "", line); printf "%6.1f  %s\n", words[1] / 60, line }'
  done
  exit "$1"
}

# install <program=package,package…>…: installs the Debian packages of all missing programs in one step. A program may
# also be the path of a file.
install() {
  local each more packages=()
  for each in "$@"; do
    command -v "${each%%=*}" >/dev/null && continue
    [[ ${each%%=*} == /* && -e ${each%%=*} ]] && continue
    IFS=, read -ra more <<<"${each#*=}"
    packages+=("${more[@]}")
  done
  [ ${#packages[@]} -eq 0 ] && return
  # RUNLEVEL=1 keeps a package from starting its service.
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends "${packages[@]}"
}

# Starts servers if the given ones do not accept connections.
servers() {
  redis-cli -u "$redis" ping >/dev/null 2>&1 || {
    redis-server --daemonize yes --port 6390 --save '' --appendonly no
    redis=redis://127.0.0.1:6390
  }
  local own=postgres://postgres@127.0.0.1:54330/postgres
  psql "$postgres" -qc 'select 1' >/dev/null 2>&1 || postgres=$own
  psql "$postgres" -qc 'select 1' >/dev/null 2>&1 || {
    local folder bin
    folder=$(mktemp -d) && chown postgres "$folder"
    bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
    su postgres -c "$bin/initdb -A trust -D $folder/data >/dev/null && $bin/pg_ctl -w -D $folder/data -o '-p 54330 -k $folder' start >/dev/null"
  }
}

# on_servers <test files…>: runs the tests on Postgres and Redis.
on_servers() {
  DATABASE_URL=$postgres REDIS_URL=$redis npm test -- "$@"
}

# Suites for both Postgres and the embedded database, with and without Redis.
contracts=(test/store test/jobs test/posting test/upstream/auth test/compatibility.test.ts)
