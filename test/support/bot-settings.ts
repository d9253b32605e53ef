import { onTestFinished } from 'vitest';
import { createSandbox } from '../../tools/sandbox/index.ts';
import { botSettings, createTestWorkspace } from './desk.ts';
import { settingsFor } from './sandbox.ts';

/** A workspace and a platform until the end of the test, and the settings of a bot for both. */
export async function prepareBotSettings() {
  const slack = createTestWorkspace();
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
