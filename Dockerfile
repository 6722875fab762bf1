# One image for every room; docker-compose.yml says which one a container is, by its command.

FROM node:24-bookworm-slim AS pages
WORKDIR /shop
COPY . .
RUN npm ci && npm run build

FROM node:24-bookworm-slim AS packages
WORKDIR /shop
COPY . .
# What runs the shop, in one process or in several: nothing that builds or tests. One process alone needs @shop/embedded only.
RUN npm ci --omit=dev -w @shop/embedded -w @shop/kurrentdb -w @shop/mongodb -w @shop/redis

FROM node:24-bookworm-slim
# The very Node that package.json names comes with the packages.
ENV NODE_ENV=production PATH=/shop/node_modules/.bin:$PATH
WORKDIR /shop
# The workspaces are links from node_modules to the folders beside it, and Node strips types only of files outside
# node_modules: the two belong together and are copied together.
COPY --from=packages /shop/node_modules node_modules
COPY --from=packages /shop/shared shared
COPY --from=packages /shop/command-service command-service
COPY --from=packages /shop/projections projections
COPY --from=packages /shop/query-service query-service
COPY --from=packages /shop/gateway gateway
COPY --from=packages /shop/paypal-simulator paypal-simulator
COPY --from=packages /shop/embedded embedded
COPY --from=packages /shop/demo demo
COPY --from=packages /shop/tools tools
COPY --from=packages /shop/package.json /shop/compile-cache.ts ./
COPY --from=packages /shop/web/package.json /shop/web/build-web.ts /shop/web/compress-assets.ts web/
COPY --from=pages /shop/web/dist web/dist
# Volumes that are mounted here begin with this owner.
RUN mkdir -p /var/lib/selvedge/data /var/lib/selvedge/uploads && chown -R node:node /var/lib/selvedge
USER node
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/selvedge/data UPLOADS_DIR=/var/lib/selvedge/uploads
EXPOSE 3000
# Node itself is the process that gets the signals: it finishes what is in flight and ends.
CMD ["node", "embedded/src/main.ts"]
