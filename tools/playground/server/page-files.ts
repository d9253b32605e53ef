import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createServer, type InlineConfig } from 'vite';

export type PageFiles = Awaited<ReturnType<typeof createPageFiles>>;

const ROOT = fileURLToPath(new URL('../page/', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../../../node_modules/', import.meta.url));

/** Libraries that Vite bundles at the start. If Vite finds a library later, it reloads the page. */
const LIBRARIES = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom/client',
  '@observablehq/plot',
];

/** Serves the page's sources with Vite. Changed sources are sent to the page over web sockets of `server`. */
export async function createPageFiles(server: Server) {
  const config: InlineConfig = {
    root: ROOT,
    configFile: false,
    envDir: false,
    appType: 'spa',
    publicDir: false,
    cacheDir: `${PACKAGES}.vite/playground`,
    logLevel: 'error',
    clearScreen: false,
    optimizeDeps: { include: LIBRARIES },
    server: {
      middlewareMode: true,
      ws: { server },
      cors: false,
      fs: { allow: [ROOT, PACKAGES] },
      warmup: { clientFiles: ['./main.tsx'] },
    },
  };
  const vite = await createServer(config);
  await vite.environments.client.depsOptimizer?.scanProcessing;
  return {
    serve: (request: IncomingMessage, response: ServerResponse) => vite.middlewares(request, response),
    stop: () => vite.close(),
  };
}
