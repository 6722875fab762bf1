# One image for every room; docker-compose.yml says which one a container is, by its command.

FROM node:24-bookworm-slim AS build
WORKDIR /shop
COPY . .
# Development tools stay out. The workspaces are links from node_modules to the folders beside it, and Node strips types
# only of files outside node_modules: the two belong together and are copied together.
RUN npm ci --omit=dev
RUN node -e "import('@shop/web/build-web').then((web) => web.ensureWebBuilt({ log: console.log }))"

FROM node:24-bookworm-slim
# The very Node that package.json names comes with the packages.
ENV NODE_ENV=production PATH=/shop/node_modules/.bin:$PATH
WORKDIR /shop
COPY --from=build /shop /shop
# Volumes that are mounted here begin with this owner.
RUN mkdir -p /var/lib/selvedge/data /var/lib/selvedge/uploads && chown -R node:node /var/lib/selvedge
USER node
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/selvedge/data UPLOADS_DIR=/var/lib/selvedge/uploads
EXPOSE 3000
# Node itself is the process that gets the signals: it finishes what is in flight and ends.
CMD ["node", "embedded.ts"]
