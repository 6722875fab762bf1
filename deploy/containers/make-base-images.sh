#!/usr/bin/env bash
# Builds replacements for the public images that the Dockerfile and docker-compose.yml name, under the same names, for tests on a machine
# that cannot reach an image registry. The script uses packages from this machine's apt and npm sources, and the mongod that MONGOD names.
# Existing images stay as they are.
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
lacks() { ! docker image inspect "$1" >/dev/null 2>&1; }
named() { grep -hoE "$1:[0-9.]+(-[a-z]+)*" docker-compose.yml deploy/Dockerfile | head -n 1; }
# make <image> <context>: builds an image from the Dockerfile on its standard input.
make() { docker build --quiet --force-rm --tag "$1" --file - "$2" >/dev/null && echo "Made $1"; }

debian=debian:bookworm-slim
if lacks "$debian"; then
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' 'Component: main' | head -n 1)
  # The real image leaves these files out too.
  debootstrap --variant=minbase bookworm "$work/debian" "$mirror" >"$work/debootstrap.log" || { cat "$work/debootstrap.log"; exit 1; }
  rm -rf "$work"/debian/{var/cache/apt/archives/*.deb,var/lib/apt/lists/*,usr/share/doc/*,usr/share/man/*}
  tar -C "$work/debian" -c . | docker import - "$debian" >/dev/null
  echo "Made $debian"
fi

node=$(named node)
if lacks "$node"; then
  mkdir -p "$work/node/usr/local/bin" "$work/node/usr/local/etc" "$work/node/etc/ssl/certs"
  cp node_modules/node/bin/node "$work/node/usr/local/bin/"
  npm install --silent --global --prefix "$work/node/usr/local" npm@11
  printf 'registry=%s\n' "$(npm config get registry)" >"$work/node/usr/local/etc/npmrc"
  # npm or Node may be configured to trust further certificate authorities on this machine.
  authorities=$(npm config get cafile)
  [ -f "$authorities" ] || authorities=${NODE_EXTRA_CA_CERTS:-}
  if [ -f "$authorities" ]; then
    cp "$authorities" "$work/node/etc/ssl/certs/ca-certificates.crt"
    printf 'cafile=/etc/ssl/certs/ca-certificates.crt\n' >>"$work/node/usr/local/etc/npmrc"
  fi
  make "$node" "$work/node" <<END
FROM $debian
RUN useradd --uid 1000 --create-home node
COPY . /
END
fi

redis=$(named redis)
if lacks "$redis"; then
  mkdir "$work/redis"
  make "$redis" "$work/redis" <<END
FROM $debian
RUN apt-get update && apt-get install -y --no-install-recommends redis-server && rm -rf /var/lib/apt/lists/*
RUN install -d -o 999 -g 999 /data
WORKDIR /data
END
fi

mongo=$(named mongo)
if lacks "$mongo"; then
  mkdir "$work/mongo"
  cp "$MONGOD" "$work/mongo/mongod"
  # The real entry point also creates users that environment variables name. There are no such variables here.
  printf '#!/bin/sh\nexec "$@"\n' >"$work/mongo/docker-entrypoint.sh"
  chmod +x "$work"/mongo/*
  make "$mongo" "$work/mongo" <<END
FROM $node
RUN apt-get update && apt-get install -y --no-install-recommends libcurl4 && rm -rf /var/lib/apt/lists/*
RUN npm install --silent --global --ignore-scripts mongosh@2
COPY mongod docker-entrypoint.sh /usr/local/bin/
RUN install -d -o 999 -g 999 /data/db /data/configdb
ENTRYPOINT ["docker-entrypoint.sh"]
END
fi
