import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { faces } from './faces.js';

/** The house a development server asks: `CROUPIER=http://127.0.0.1:8099 npm run dev`. */
const house = process.env.CROUPIER ?? 'http://127.0.0.1:8080';

/** Text is compressed once, here, so that the house only hands out bytes. */
function compressed() {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      for (const name of readdirSync('dist', { recursive: true })) {
        if (!/\.(html|js|css|svg|json|webmanifest)$/.test(name)) continue;
        const file = join('dist', name);
        const bytes = readFileSync(file);
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        const smaller = { br: brotliCompressSync(bytes, { params }), gz: gzipSync(bytes, { level: 9 }) };
        for (const [end, packed] of Object.entries(smaller)) {
          if (packed.length < bytes.length) writeFileSync(`${file}.${end}`, packed);
        }
      }
    },
  };
}

export default defineConfig({
  plugins: [faces(), svelte(), compressed()],
  // The policy of the house allows no inline data but pictures, and no module preload needs a helper in today's
  // browsers.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: { checks: { bundlerTimings: false, pluginTimings: false } },
  },
  // The host is kept as it is: the house compares it with the page's origin.
  server: { host: '127.0.0.1', proxy: { '/api': { target: house, ws: true }, '/healthz': house } },
});
