import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { flagsOf } from '../../bench/bots.ts';
import { createDatabase } from '../../bench/databases.ts';
import { startPlatform } from '../../bench/platforms.ts';
import { watchMemory } from '../../bench/process-memory.ts';
import { openDatabase } from '../../src/store/database.ts';
import { SIGNING_SECRET } from '../support/desk.ts';
import { recordLog } from '../support/log.ts';
import { start } from '../support/process.ts';
import {
  installationsOf,
  severalSlacks,
  testInstallation,
  uniqueClientId,
  writeWorkspacesFile,
} from '../support/several-workspaces.ts';
import { databases, temporaryDirectory } from '../support/store.ts';

const KEY = Buffer.alloc(32, 'canary');
const MESSAGES_A_DAY = 20_000;
const WORKSPACES = 20;
const MOST_BYTES = 15e6;
const SAMPLE_MS = 20_000;
/** The memory is at rest when it changes by less than this part from sample to sample. */
const STEADY = 0.02;
const STEADY_SAMPLES = 4;

test.each(databases)('each idle workspace takes at most 15 MB (%s)', async (database, serverUrl) => {
  const platform = await startPlatform(MESSAGES_A_DAY, {
    folder: temporaryDirectory(),
    say: () => undefined,
  });
  onTestFinished(() => platform.stop());
  const ids = Array.from({ length: WORKSPACES }, (_, index) => `T${index}`);
  const slacks = await severalSlacks(ids);

  /** Memory of a bot that serves so many workspaces and has finished its first reading. */
  async function memoryAtRest(count: number): Promise<number> {
    const served = ids.slice(0, count);
    await using server = serverUrl ? await createDatabase(serverUrl) : undefined;
    const [dataDir, clientId] = [temporaryDirectory(), uniqueClientId()];
    await install(served, { databaseUrl: server?.url, dataDir, clientId });
    const [first = '', ...flags] = [...flagsOf('start'), 'src/main.js'];
    const bot = start(first, flags, {
      SLACK_CLIENT_ID: clientId,
      SLACK_CLIENT_SECRET: 'canary-client-secret',
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      SLACK_API_URL: slacks.apiUrl,
      WORKSPACES_FILE: writeWorkspacesFile(
        Object.fromEntries(served.map((id) => [id, settingsOf(id, platform.url)])),
      ),
      PORT: '0',
      HOST: '127.0.0.1',
      OPS_PORT: 'off',
      DATA_DIR: dataDir,
      SECRET_KEY: KEY.toString('base64'),
      ...(server ? { DATABASE_URL: server.url } : {}),
    });
    await bot.printed(/listening for Slack/);
    const bytes = await steadyMemory(bot.child.pid ?? 0);
    bot.child.kill('SIGTERM');
    await bot.ended;
    return bytes;
  }

  const [one, many] = [await memoryAtRest(1), await memoryAtRest(WORKSPACES)];
  const each = (many - one) / (WORKSPACES - 1);
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  process.stdout.write(
    `${database}: one workspace ${megabytes(one)} MB, ${WORKSPACES} ${megabytes(many)} MB: ${megabytes(each)} MB for each\n`,
  );
  expect(each).toBeLessThan(MOST_BYTES);
});

async function install(
  ids: readonly string[],
  { clientId, ...where }: { databaseUrl: string | undefined; dataDir: string; clientId: string },
): Promise<void> {
  const database = openDatabase({ ...where, log: recordLog().log });
  await database.open();
  const installations = installationsOf({ database, clientId, key: KEY });
  for (const id of ids) await installations.save(testInstallation(id));
  await database.close();
}

/** Settings of a workspace with a platform account of its own. */
function settingsOf(id: string, platformUrl: string): Record<string, string> {
  return {
    SMS_BASE_URL: platformUrl,
    SMS_EMAIL: `${id}@example.com`,
    SMS_PASSWORD: 'canary-password',
    SMS_REPORT_TOKEN: 'canary-report-token',
    ALLOWED_CHANNELS: '*',
    ALLOWED_USERGROUPS: '*',
  };
}

async function steadyMemory(pid: number): Promise<number> {
  const memory = watchMemory(pid);
  let last = 0;
  for (let steady = 0; steady < STEADY_SAMPLES; ) {
    await pause(SAMPLE_MS);
    const now = await memory.nowBytes();
    steady = Math.abs(now - last) < STEADY * last ? steady + 1 : 0;
    last = now;
  }
  await memory.stop();
  return last;
}
