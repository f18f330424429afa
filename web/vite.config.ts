import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { LICENCES, licences } from './licences.ts';
import { earlyFiles, PARTS } from './parts.ts';
import { serviceWorker } from './serviceWorker.ts';

const SERVER = 'http://127.0.0.1:3000';
const SERVED = ['/api', '/db', '/fipe', '/healthz', '/readyz'];

export default defineConfig({
  base: '/',
  plugins: [react(), tailwindcss(), licences(), earlyFiles(), serviceWorker()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    license: { fileName: LICENCES },
    rolldownOptions: {
      // The page's first chunk names all others: a shorter hash in each of their names.
      output: {
        codeSplitting: { groups: PARTS },
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
    target: 'es2022',
    // Every browser of this target preloads modules by itself.
    modulePreload: { polyfill: false },
    // The page's CSP has no data: source for scripts, styles or fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
  server: {
    host: '127.0.0.1',
    // The server answers only its own origin: in development the proxy sends that one.
    proxy: Object.fromEntries(
      SERVED.map((path) => [
        path,
        { target: SERVER, changeOrigin: true, ws: true, headers: { origin: SERVER } },
      ]),
    ),
  },
});
