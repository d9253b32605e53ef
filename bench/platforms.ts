import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from './context.ts';
import { writeEntries } from './entries.ts';
import type { Shape } from './entry-shapes.ts';
import { type RunningScript, startProcess } from './processes.ts';

export type BenchPlatform = RunningScript & AsyncDisposable & { readonly url: string };

interface BenchPlatformOptions {
  /** Compress the day. */
  readonly zips?: boolean;
  /** Other days have one message each. */
  readonly isOneDay?: boolean;
  readonly shape?: Shape;
}

/** Starts the platform with this number of messages on every day, or on one day. */
export async function startPlatform(
  messages: number,
  { folder, say }: Pick<Context, 'folder' | 'say'>,
  { zips = false, isOneDay = false, shape = 'ordered' }: BenchPlatformOptions = {},
): Promise<BenchPlatform> {
  say(`writing a report of ${messages.toLocaleString('en')} messages${zips ? ', and compressing it' : ''}`);
  const path = join(folder, 'entries.json');
  await writeEntries(path, messages, shape);
  const running = startProcess('platform.ts', {
    args: [
      '--entries',
      path,
      '--messages',
      String(messages),
      ...(zips ? ['--gzip'] : []),
      ...(isOneDay ? ['--one-day'] : []),
    ],
  });
  const [, port] = await running.printed(/listening on (\d+)/);
  // The platform has read the file by now.
  await rm(path);
  return { ...running, url: `http://127.0.0.1:${port}` };
}
