/** Loads modules of `src` as Vite makes them, since this Node reads no TypeScript. */
import { after } from 'node:test';
import { createServer } from 'vite';

const server = await createServer({
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
after(() => server.close());

export const load = (path) => server.ssrLoadModule(`/src/${path}`);
