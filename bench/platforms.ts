import { join } from 'node:path';
import type { Context } from './context.ts';
import { writeEntries } from './entries.ts';
import { type Running, startProcess } from './processes.ts';

export type Platform = Running & AsyncDisposable & { readonly url: string };

/** Starts the platform with days of so many messages, or with one such day. */
export async function startPlatform(
  messages: number,
  { folder, say }: Pick<Context, 'folder' | 'say'>,
  { zips = false, isOneDay = false } = {},
): Promise<Platform> {
  say(`writing a report of ${messages.toLocaleString('en')} messages`);
  const path = join(folder, `entries-${messages}.json`);
  await writeEntries(path, messages);
  const running = startProcess('platform.ts', [
    '--entries',
    path,
    ...(zips ? ['--gzip'] : []),
    ...(isOneDay ? ['--one-day'] : []),
  ]);
  const [, port] = await running.printed(/listening on (\d+)/);
  return { ...running, url: `http://127.0.0.1:${port}` };
}
