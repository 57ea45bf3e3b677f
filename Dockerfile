# One image file for every service, the gateway, the sandbox and the tools of this repository:
#
#   docker build --build-arg SERVICE=catalog --tag estampa/catalog:0.1.0 .
#
# BASE is any image with Node 24, npm and a shell for the building; the image that comes out needs no shell. A package registry other than the
# usual one is named by --build-arg NPM_CONFIG_REGISTRY=...; nothing else is reached.
ARG BASE=node:24-slim

# The inputs of installations: a change of sources does not invalidate this layer.
FROM ${BASE} AS manifests
COPY . /manifests
RUN cd /manifests && find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete && find . -type d -empty -delete

# Common to all images: contracts generated from proto/, bundled libraries. Built once for all services.
FROM ${BASE} AS shared
ARG NPM_CONFIG_REGISTRY
ENV NPM_CONFIG_FUND=false NPM_CONFIG_AUDIT=false NPM_CONFIG_UPDATE_NOTIFIER=false NPM_CONFIG_CACHE=/var/cache/npm
WORKDIR /build
COPY --from=manifests /manifests ./
RUN npm ci --ignore-scripts && npm cache clean --force
COPY buf.yaml buf.gen.yaml ./
COPY proto proto
COPY packages packages
COPY services services
COPY gateway gateway
RUN node packages/stack/bin/estampa.cjs gen

# The files of one service only. Loading it once, as the user it will run as, fills its compile cache, so that no process needs the type
# stripper.
# Builds are reproducible: V8 has a fixed random seed, and never collects garbage, since freed memory would show in the gaps of the cached
# data.
FROM shared AS service
ARG SERVICE
RUN node packages/stack/src/image/assemble-image.ts files /app "$SERVICE" && mkdir /app/compile-cache && chown 10001:10001 /app/compile-cache
USER 10001:10001
RUN node --max-old-space-size=512 --expose-gc --external-memory-accounted-in-global-limit --heap-growing-percent=300 \
  --random-seed=1 --initial-old-space-size=512 packages/stack/src/image/load-service.ts /app
USER 0:0
# Each layer below a root of its own, so that /app has its date from here and not from the time of its COPY.
RUN mkdir -p /layers/libraries/app /layers/service /layers/cache/app && mv /app/node_modules /app/libraries /layers/libraries/app/ \
  && mv /app/compile-cache /layers/cache/app/ && mv /app /layers/service/ && node packages/stack/src/image/assemble-image.ts dates /layers

FROM ${BASE}
# Owner of the files: in development the user (10001:10001), who can then replace sources in a running container.
ARG OWNER=0:0
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 GRPC_PORT=50051 OPS_PORT=9100 \
    NODE_COMPILE_CACHE=/app/compile-cache KAFKAJS_NO_PARTITIONER_WARNING=1 \
    MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=65536 GLIBC_TUNABLES=glibc.malloc.hugetlb=1
COPY --from=service --chown=${OWNER} /layers/libraries /
COPY --from=service --chown=${OWNER} /layers/service /
# Last, because V8 names and fills the cache for the processor that builds; on another kind only this layer differs.
COPY --from=service --chown=${OWNER} /layers/cache /
WORKDIR /app
USER 10001:10001
EXPOSE 8080 50051 9100
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "--v8-pool-size=1", "--max-old-space-size=512", "--expose-gc", "--external-memory-accounted-in-global-limit", "--heap-growing-percent=300", \
  "--disable-warning=TimeoutNegativeWarning", "--disable-warning=ExperimentalWarning", "--import", "/app/libraries/use.mjs"]
CMD ["/app/service/src/main.ts"]
