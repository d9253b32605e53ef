import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPage } from './built-page.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the page that is built for the run. */
    pageFolder: string;
  }
}

/** Vitest's global set-up: one build of the page, for all processes of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'sms-desk-page-'));
  await buildPage(folder);
  project.provide('pageFolder', folder);
  return () => rm(folder, { recursive: true });
}
