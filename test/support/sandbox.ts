import type { Overrides } from '../../src/app/overrides.ts';
import type { Upstream, UpstreamOptions } from '../../src/upstream/index.ts';
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
  type StoryName,
  stories,
} from '../../tools/sandbox/index.ts';
import { type Desk, startDesk } from './desk.ts';
import { openUpstream } from './upstream.ts';
import { whenOver } from './when-over.ts';

/** Afternoon in Chile on the tests' day, after traffic of the day. */
const afternoon = '2026-11-18T20:33:20Z';

/** A simulated platform with a settable clock, listening until the end of the test. */
export async function runningSandbox({ at = afternoon, ...options }: SandboxOptions & { at?: string } = {}) {
  const clock = { now: new Date(at) };
  const now = () => clock.now;
  const sandbox = createSandbox({ now, perDay: 500, ...options });
  whenOver(() => sandbox.stop());
  const { url } = await sandbox.start();
  return { sandbox, url, clock, now };
}

export async function openUpstreamOnSandbox(
  options: SandboxOptions & { at?: string } = {},
  changes: Partial<UpstreamOptions> = {},
): Promise<{ sandbox: Sandbox; upstream: Upstream }> {
  const running = await runningSandbox(options);
  return { sandbox: running.sandbox, upstream: openUpstreamOf(running, changes) };
}

export function openUpstreamOf(
  { sandbox, url, now }: Awaited<ReturnType<typeof runningSandbox>>,
  changes: Partial<UpstreamOptions> = {},
): Upstream {
  const { email, password, reportToken, clientId, clientSecret } = sandbox.credentials;
  const oauth = { authUrl: url, clientId, clientSecret, validityUnit: 'seconds' } as const;
  return openUpstream(url, { email, password, reportToken, oauth, now, ...changes });
}

/** A message of the sandbox, with its names for both look-ups. */
export function sandboxMessage(sandbox: Sandbox, story: StoryName = 'delivered') {
  const newest = sandbox.newest(numberOf(story));
  if (!newest) throw new Error(`no message of ${story}`);
  const { date: day, trx: reference, smsId } = newest;
  return { day, reference, smsId };
}

/** Settings of the bot for a sandbox, with both hosts. */
export function settingsFor({ credentials }: Sandbox, url: string): Record<string, string> {
  return {
    SMS_EMAIL: credentials.email,
    SMS_PASSWORD: credentials.password,
    SMS_REPORT_TOKEN: credentials.reportToken,
    SMS_AUTH_URL: url,
    SMS_CLIENT_ID: credentials.clientId,
    SMS_CLIENT_SECRET: credentials.clientSecret,
  };
}

export async function startDeskOnSandbox(
  options: SandboxOptions & { at?: string } = {},
  env: Record<string, string> = {},
  overrides: Partial<Overrides> = {},
): Promise<{ sandbox: Sandbox; desk: Desk }> {
  const { sandbox, url, now } = await runningSandbox(options);
  const desk = await startDesk(url, {
    env: { ...settingsFor(sandbox, url), SMS_TIMEOUT_SECONDS: '60', ...env },
    overrides: { now, ...overrides },
  });
  return { sandbox, desk };
}

export function numberOf(name: StoryName): string {
  const story = stories.find((one) => one.name === name);
  if (!story) throw new Error(`no story ${name}`);
  return story.number;
}
