# Builds an image with the service only, without compiler, development packages and database.
# The classic builder can build it too: it uses no BuildKit-only syntax.
#
# Set NPM_CONFIG_REGISTRY to use another npm registry. npm treats an empty value as unset.

FROM node:24-bookworm-slim AS dependencies
ARG NPM_CONFIG_REGISTRY
WORKDIR /app
COPY package.json package-lock.json ./
# Types, source maps and manuals are a quarter of the packages, and nothing reads them; licenses must stay with the code.
# The list of all packages has no time and no random number, so that two builds of one commit hold the same files.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.*ts' \
      -o -iname '*.md' ! -iname 'licen[sc]e*' ! -iname 'notice*' \) -delete \
  && npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx > sbom.json \
  && sed -i -E '/^ *"(serialNumber|timestamp)":/d' sbom.json

# --ignore-scripts: only packages for the tests and the embedded database have install scripts.
FROM node:24-bookworm-slim AS build
ARG NPM_CONFIG_REGISTRY
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.js

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Several threads process pictures. If each had its own malloc arena, the process would not return freed memory to the
# system: it would use 0.8 GB instead of 0.3 GB.
ENV MALLOC_ARENA_MAX=2
# A new volume at /data gets the owner of this folder.
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=dependencies /app/node_modules node_modules
COPY --from=dependencies /app/sbom.json ./
COPY --from=build /app/dist dist
USER node
EXPOSE 3000
# An upgrade of a large database takes minutes. Compose starts nginx only after it, and gives up if the service becomes
# unhealthy before. Not /health/ready: Swarm and others end unhealthy containers, all of them if the database is away.
HEALTHCHECK --interval=5s --timeout=4s --start-period=15m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`) \
    .then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Runs node and not npm, because npm does not forward signals.
CMD ["node", "dist/server.js"]
