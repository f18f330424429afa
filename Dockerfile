# docker build -t unipark .                          o servidor e as telas
# docker build -t unipark --target com-ffmpeg .      o mesmo, com o conversor das câmeras RTSP e MJPEG
# O Node.js é o da imagem: os pacotes node-linux-* de package.json ficam de fora, porque são da raiz e só as pastas
# ditas em --workspace são instaladas.
ARG NODE=24.21.0

FROM node:${NODE}-bookworm-slim AS fontes
WORKDIR /opt/unipark
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/

FROM fontes AS montagem
RUN npm ci --omit=dev --workspace contract --workspace server --workspace web
COPY tsconfig.base.json ./
COPY scripts/build.mjs scripts/site.mjs scripts/programs.mjs scripts/
COPY contract contract
COPY server server
COPY web web
RUN node scripts/build.mjs

FROM fontes AS servidor
RUN npm ci --omit=dev --workspace contract --workspace server \
  && rm -r node_modules/better-sqlite3/deps node_modules/better-sqlite3/src

FROM node:${NODE}-bookworm-slim AS unipark
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/unipark
WORKDIR /opt/unipark
RUN install -d -o node -g node -m 0700 /var/lib/unipark /var/lib/unipark/copias
COPY --from=servidor /opt/unipark/node_modules node_modules
COPY package.json start.mjs unipark.mjs LICENSE NOTICE ./
COPY scripts/serve.mjs scripts/site.mjs scripts/programs.mjs scripts/build.mjs scripts/
COPY demo demo
COPY contract contract
COPY server server
COPY --from=montagem /opt/unipark/web/dist web/dist
COPY --from=montagem /opt/unipark/server/dist server/dist
USER node
EXPOSE 3000
VOLUME ["/var/lib/unipark"]
HEALTHCHECK --interval=15s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "start.mjs"]

FROM unipark AS com-ffmpeg
USER root
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg \
  && rm -rf /var/lib/apt/lists/*
USER node

# A última etapa é a que se monta sem --target.
FROM unipark
