import type { App } from '@slack/bolt';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type BotSurface, surfaces } from '../../docs/structure/surfaces.ts';
import {
  SUBSCRIBE_WORDS,
  SUBSCRIPTIONS_WORDS,
  UNSUBSCRIBE_WORDS,
  UNWATCH_WORDS,
  WATCH_WORDS,
  WATCHES_WORDS,
} from '../../src/domain/command-words.ts';
import { registerFeatures } from '../../src/features/index.ts';
import { createStatusButtons } from '../../src/features/status/actions.ts';
import type { StatusQuery } from '../../src/features/status/lookup.ts';
import { translationsFor } from '../../src/i18n/index.ts';
import { TIMINGS } from '../../src/runtime/timings.ts';
import type { RouterOptions } from '../../src/slack/listeners/listener.ts';
import { createRouter } from '../../src/slack/listeners/router.ts';
import { createTestWorkspace, people, startDesk } from '../support/desk.ts';
import { featureDeps } from '../support/feature-deps.ts';
import { createRequester, type Sender, sealer, type TestRequester } from '../support/requests.ts';
import { servePlatform } from '../support/server.ts';

afterEach(() => void vi.useRealTimers());

const now = () => new Date('2026-11-18T12:00:00Z');
const { refusals } = translationsFor('en');
const spec = { kind: 'last_days', days: 3 } as const;
const statusQuery: StatusQuery = {
  kind: 'number',
  request: { msisdn: '56912345678', spec, sender: undefined },
  page: 0,
};

const EVENTS: Readonly<Record<string, string>> = {
  app_mention: 'mention',
  message: 'direct message',
  app_home_opened: 'home',
};

/** What Bolt passes to the bot once all features are registered, by the names of the table. */
function registered(): string[] {
  const names: string[] = [];
  const noted = (name: string) => void names.push(name);
  const app = {
    // Bolt gets one listener for all buttons and one for all forms, so the router names these.
    ...{ command: noted, action: () => undefined, view: () => undefined, options: () => undefined },
    function: noted,
    event: (name: string) => noted(EVENTS[name] ?? name),
    shortcut: ({ type, callback_id: id }: { type: string; callback_id: string }) =>
      noted(type === 'shortcut' ? `${id}.shortcut` : id),
  };
  const options: Partial<RouterOptions> = { app: app as unknown as App, timings: TIMINGS };
  const router = createRouter(options as RouterOptions);
  registerFeatures(router, featureDeps({ jobs: { work: () => undefined } }));
  return [...names, ...router.registered()];
}

test('the table contains exactly the registered surfaces', () => {
  // The table has only the first word of each subcommand.
  const spanish = [
    ...[SUBSCRIBE_WORDS, SUBSCRIPTIONS_WORDS, UNSUBSCRIBE_WORDS, WATCH_WORDS, WATCHES_WORDS, UNWATCH_WORDS],
  ].flatMap(([, ...others]) => others);
  const names = registered().filter((name) => !spanish.some((word) => name.endsWith(` ${word}`)));
  expect(surfaces.map(({ name }) => name).toSorted()).toEqual([...new Set(names)].toSorted());
});

/** Valid fields of each form, so that a submission reaches the access check. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'status.form': { number: '912345678' },
  'status.reveal.form': { reason: 'a good reason' },
  'incident.pack.form': { reason: 'a good reason' },
  'incident.snooze.form': { until: '30 min' },
  'subscription.form': { channel: 'C1', time: '09:00', zone: 'UTC', language: 'en' },
  'home.preferences.form': { language: 'slack', zone: 'slack' },
  'watch.form': { channel: 'C1', sensitivity: 'normal', zone: 'UTC', language: 'en' },
};

function use({ kind, name }: BotSurface, from: Sender, requester: TestRequester) {
  const [command = '', ...words] = name.split(' ');
  switch (kind) {
    case 'command':
    case 'subcommand':
      return requester.command(from, command, kind === 'command' ? '912345678' : words.join(' '));
    case 'form':
      return requester.submit(from, name, FIELDS[name] ?? {}, 'about');
    case 'control':
      return requester.press(from, name, 'reference');
    case 'words':
      return requester.say(from, 'hello');
    case 'shortcut':
      return requester.shortcut(from, name, '912345678');
    case 'global_shortcut':
      return requester.globalShortcut(from, name.replace('.shortcut', ''));
    case 'step':
      return requester.runStep(from, name, { number: '912345678' });
    default:
      return requester.press(from, name, 'value');
  }
}

type Refusal = 'person' | 'guest' | 'stranger' | 'channel';
const refused: readonly (readonly [who: string, person: string, channel: string | undefined, Refusal])[] = [
  ['no member', people.outsider.id, 'C1', 'person'],
  ['no member, in a direct message', people.outsider.id, 'D3', 'person'],
  ['no member, without a channel', people.outsider.id, undefined, 'person'],
  ['a guest', people.guest.id, 'C1', 'guest'],
  ['another organisation', people.stranger.id, 'C1', 'stranger'],
  ['somebody who has left', people.leaver.id, 'C1', 'person'],
  ['a bot', people.robot.id, 'C1', 'person'],
  ['a member in another channel', people.agent.id, 'C2', 'channel'],
];

/** Words arrive in a channel or a direct message, and have separate names for these. */
function isPossible({ kind, name }: BotSurface, channel: string | undefined): boolean {
  // Home has its own test of access.
  if (kind === 'home') return false;
  if (channel === undefined) return kind === 'form' || kind === 'step' || kind === 'global_shortcut';
  if (kind === 'global_shortcut') return false;
  return kind !== 'words' || (name === 'direct message') === channel.startsWith('D');
}

describe.each(refused)('%s', (_, person, channel, refusal) => {
  test('is refused by every surface in the same words, without a reading, and is audited', async () => {
    const platform = await servePlatform();
    const env = { REVEAL_USERGROUPS: '*', LIMIT_USAGE: 'no' };
    const desk = await startDesk(platform.url, { env, overrides: { now } });
    const requester = await createRequester(desk);
    for (const surface of surfaces.filter((one) => isPossible(one, channel))) {
      const before = desk.audited.length;
      const { said } = await use(surface, { person, channel }, requester);
      const [command = ''] = surface.name.split(' ');
      const name = surface.kind === 'subcommand' ? command : surface.name;
      expect(desk.audited.slice(before), surface.name).toMatchObject([
        { act: 'asked', surface: name, person, outcome: 'refused', why: refusal, numbers: [] },
      ]);
      if (['words', 'step', 'shortcut', 'global_shortcut'].includes(surface.kind)) continue;
      expect(said.length, surface.name).toBe(1);
      expect(said[0]?.text, surface.name).toContain(refusals[refusal].sentence);
    }
    expect(platform.seen.login).toEqual([]);
    expect(desk.slack.files()).toEqual([]);
  });
});

test('a person who is no longer a member is refused by every surface', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const platform = await servePlatform();
  const slack = createTestWorkspace();
  const desk = await startDesk(platform.url, { slack, env: { LIMIT_USAGE: 'no' }, overrides: { now } });
  const requester = await createRequester(desk);
  const from = { person: people.agent.id, channel: 'C1' };
  expect((await requester.command(from, '/sms-status', '912345678')).said[0]?.text).toContain('•••');
  const reads = platform.seen.report.length;
  slack.changePerson(people.agent.id, { userGroups: [] });
  vi.setSystemTime(Date.now() + 6 * 60_000);
  for (const surface of surfaces.filter((one) => isPossible(one, 'C1'))) {
    const before = desk.audited.length;
    await use(surface, from, requester);
    expect(desk.audited.slice(before), surface.name).toMatchObject([{ outcome: 'refused', why: 'person' }]);
  }
  expect(platform.seen.report).toHaveLength(reads);
});

test('a member who may not unmask is refused by the unmasking surfaces, and is audited', async () => {
  const platform = await servePlatform();
  const desk = await startDesk(platform.url, { env: { REVEAL_USERGROUPS: 'S2' }, overrides: { now } });
  const requester = await createRequester(desk);
  const from = { person: people.agent.id, channel: 'C1' };
  const { seal } = createStatusButtons(sealer, 'C1');
  const value = seal(statusQuery);
  for (const surface of surfaces.filter(({ alone }) => alone === 'revealers')) {
    const before = desk.audited.length;
    const ofNumber = surface.name.startsWith('status.');
    const about = ofNumber ? value : 'an-incident';
    const { said } = await (surface.kind === 'form'
      ? requester.submit(from, surface.name, FIELDS[surface.name] ?? {}, about)
      : requester.press(from, surface.name, about));
    expect(said[0]?.text, surface.name).toContain(
      'You’re not in a group that can see numbers and texts in full.',
    );
    expect(desk.audited.slice(before), surface.name).toMatchObject([
      { act: 'revealed', outcome: 'refused', why: 'reveal', numbers: ofNumber ? ['56912345678'] : [] },
    ]);
  }
  expect(platform.seen.report).toEqual([]);
});
