import { copyFile, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { build } from 'vite';
import type { PageFiles } from '../../tools/playground/server/page-files.ts';

const SOURCES = join(import.meta.dirname, '../../tools/playground/page');
/** The page asks for it by this name. */
const MARK = 'mark.svg';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Builds the page into a folder: as one script, and with React's warnings, which fail a test. */
export async function buildPage(folder: string): Promise<void> {
  await build({
    root: SOURCES,
    configFile: false,
    envDir: false,
    publicDir: false,
    mode: 'development',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, minify: false, reportCompressedSize: false },
  });
  await copyFile(join(SOURCES, MARK), join(folder, MARK));
}

/** Serves the files that `buildPage` has built. */
export function builtPageFiles(folder: string): PageFiles {
  const answer = async ({ url = '/' }: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(url, 'http://localhost');
    const name = pathname === '/' ? 'index.html' : normalize(pathname);
    const content = await readFile(join(folder, name)).catch(() => undefined);
    response.writeHead(content === undefined ? 404 : 200, {
      'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    });
    response.end(content);
  };
  return { serve: (request, response) => void answer(request, response), stop: async () => undefined };
}
