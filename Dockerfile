FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
RUN npm ci
COPY .swcrc tsconfig.json ormconfig.ts .env.example README.md CHANGELOG.md SECURITY.md ./
COPY scripts/build-if-needed.js scripts/check-node.cjs ./scripts/
COPY scripts/build ./scripts/build
COPY src ./src
COPY web ./web
COPY clients ./clients
COPY examples ./examples
RUN npm run pack:release && tar -xzf dist/*.tgz && cd package && npm ci --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package ./
RUN mkdir -p /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/service/main.js"]
