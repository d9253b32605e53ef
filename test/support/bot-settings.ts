import { onTestFinished } from 'vitest';
import { createSandbox } from '../../tools/sandbox/index.ts';
import { aWorkspace, botSettings } from './desk.ts';
import { settingsFor } from './sandbox.ts';

/** A workspace and a platform until the test is over, and what a process that works for both has to be told. */
export async function aBotsSettings() {
  const slack = aWorkspace();
  const sandbox = createSandbox();
  onTestFinished(() => sandbox.stop());
  const { apiUrl } = await slack.start();
  const { url } = await sandbox.start();
  const settings = {
    ...botSettings(apiUrl, url),
    ...settingsFor(sandbox, url),
    ALLOWED_CHANNELS: '*',
    ALLOWED_USERGROUPS: '*',
  };
  return { slack, sandbox, settings };
}
