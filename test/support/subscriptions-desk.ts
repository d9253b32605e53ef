import type { Overrides } from '../../src/app/overrides.ts';
import type { Traffic, TrafficFigures } from '../../src/traffic/types.ts';
import { channels, createTestWorkspace, type Desk, people, startDesk } from './desk.ts';
import { type MessageGroup, trafficOf } from './report-figures.ts';
import { createRunningClock } from './running-platform.ts';
import { servePlatform } from './server.ts';
import { type suiteDatabase, uniqueName } from './store.ts';
import { actionIdsIn } from './views.ts';

/** A Wednesday, 12:00 UTC: 09:00 in Santiago. */
const NOW = new Date('2026-11-18T12:00:00Z');

const messages: MessageGroup[] = [
  { from: '2026-11-17T00:00:00Z', hours: 24, count: 970, operator: 'Entel' },
  { from: '2026-11-17T00:00:00Z', hours: 24, count: 30, operator: 'Entel', word: 'undeliverable' },
];

const figures = trafficOf(messages, NOW);

/** A running clock from the same time, for delayed jobs. */
export const runningNow = () => createRunningClock(NOW.toISOString()).now;

/** Figures of yesterday for every request. */
export function someTraffic(changes: Partial<Traffic> = {}): Traffic {
  return {
    figuresFor: async (): Promise<TrafficFigures> => figures,
    asOf: async () => ({ ...trafficOf([], NOW), basis: 'reconstructed' as const }),
    storedIfAvailable: async () => undefined,
    storedIfOpen: async () => undefined,
    stored: async () => undefined,
    readTimes: async () => [],
    ...changes,
  };
}

interface SubscriptionsDeskOptions {
  readonly env?: Record<string, string>;
  readonly traffic?: Traffic;
  readonly now?: () => Date;
  readonly overrides?: Pick<Overrides, 'timings'>;
}

/** The bot as in production with the suite's database. Slack escapes the text of `/sms-report`. */
export async function createSubscriptionsDesk(
  database: ReturnType<typeof suiteDatabase>,
  { env = {}, traffic = someTraffic(), now = () => NOW, overrides = {} }: SubscriptionsDeskOptions = {},
): Promise<Desk> {
  const platform = await servePlatform();
  await database().open();
  return startDesk(platform.url, {
    // A unique account, because the port may be reused.
    env: { SMS_EMAIL: `${uniqueName()}@example.com`, ...env },
    command: '/sms-report',
    slack: createTestWorkspace('http', { escapes: ['/sms-report'] }),
    overrides: { now, database: database(), report: { traffic }, ...overrides },
  });
}

/** The bot's messages for a person in a channel, newest last. */
export function ephemeralMessagesIn(desk: Desk, channel: string, person: string = people.agent.id) {
  return desk.slack.messages({ person, channel }).filter(({ visibleTo }) => visibleTo === person);
}

export function directMessages(desk: Desk, channel: string = channels.direct.id) {
  return desk.slack.messages({ channel }).filter(({ visibleTo }) => visibleTo === undefined);
}

export const buttonsOf = (message: { readonly blocks: readonly unknown[] }) => actionIdsIn(message.blocks);
