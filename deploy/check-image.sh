#!/usr/bin/env bash
# Builds the image and runs it as the README says: with its own database, then again on the same volume with a read-only
# root. Needs docker or podman, and about three minutes. Options of your tool: BUILD_OPTIONS, RUN_OPTIONS.
#   deploy/check-image.sh [docker|podman]
set -euo pipefail
cd "$(dirname "$0")/.."
tool=${1:-docker}
port=${PORT:-3999}
volume=overnight-check-$$
container=
finish() {
  [ -z "$container" ] || "$tool" rm -f "$container" >/dev/null
  "$tool" volume rm "$volume" >/dev/null 2>&1 || true
}
trap finish EXIT

# shellcheck disable=SC2086
"$tool" build ${BUILD_OPTIONS:-} -f deploy/Dockerfile -t overnight .

start() {
  # shellcheck disable=SC2086
  container=$("$tool" run -d ${RUN_OPTIONS:--p $port:3000} -v "$volume:/data" "$@" overnight)
  for _ in $(seq 60); do
    curl -fs "http://localhost:$port/readyz" >/dev/null && return
    sleep 1
  done
  "$tool" logs "$container"
  echo "The site did not start."
  exit 1
}

stop() {
  "$tool" stop -t 20 "$container" >/dev/null
  "$tool" rm "$container" >/dev/null
  container=
}

start
"$tool" logs "$container" 2>&1 | grep -F 'Become the first organizer'
"$tool" logs "$container" 2>&1 | grep -F '/sign-in#'
[ "$("$tool" exec "$container" id -u)" != 0 ] || { echo "It runs as root."; exit 1; }
"$tool" exec "$container" node server/cli.ts admin add ada@example.org >/dev/null
stop

start --read-only --tmpfs /tmp
"$tool" exec "$container" node server/cli.ts sign-in ada@example.org --json >/dev/null
curl -fs "http://localhost:$port/" | grep -q '<h1'
stop
echo "The image is built and runs: 1 passed, 0 failed"
