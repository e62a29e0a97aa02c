# The service and nothing else: no compiler, no development package, no database.
# No BuildKit-only syntax: the classic builder makes it too.
#
# NPM_CONFIG_REGISTRY names an npm registry of your own, if you have one; npm takes an empty one as unset.

FROM node:24-bookworm-slim AS dependencies
ARG NPM_CONFIG_REGISTRY
WORKDIR /app
COPY package.json package-lock.json ./
# Types, source maps and manuals are a quarter of the packages, and nothing reads them. The list of all packages has no
# time and no random number, so that two builds of one commit hold the same files.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.*ts' -o -iname '*.md' \) -delete \
  && npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx > sbom.json \
  && sed -i -E '/^ *"(serialNumber|timestamp)":/d' sbom.json

# No install script is needed to compile: they belong to packages of the tests and of the embedded database.
FROM node:24-bookworm-slim AS build
ARG NPM_CONFIG_REGISTRY
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.js

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Pictures are worked on in threads. With an arena each, what they free stays with the process: 0.8 GB instead of 0.3.
ENV MALLOC_ARENA_MAX=2
# A new volume takes over its owner.
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY package.json ./
COPY --from=dependencies /app/node_modules node_modules
COPY --from=dependencies /app/sbom.json ./
COPY --from=build /app/dist dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# node itself, not npm: npm does not pass signals on.
CMD ["node", "dist/server.js"]
