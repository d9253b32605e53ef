import type { Overrides } from '../../src/app/overrides.ts';
import type { Traffic, TrafficFigures } from '../../src/traffic/types.ts';
import { aDesk, aWorkspace, channels, type Desk, people } from './desk.ts';
import { type Batch, trafficOf } from './report-figures.ts';
import { aRunningClock } from './running-platform.ts';
import { servePlatform } from './server.ts';
import { aName, type suiteDatabase } from './store.ts';
import { actionIdsIn } from './views.ts';

/** A Wednesday, at noon in UTC: nine in the morning in Santiago. */
const NOW = new Date('2026-11-18T12:00:00Z');

const messages: Batch[] = [
  { from: '2026-11-17T00:00:00Z', hours: 24, count: 970, operator: 'Entel' },
  { from: '2026-11-17T00:00:00Z', hours: 24, count: 30, operator: 'Entel', word: 'undeliverable' },
];

const figures = trafficOf(messages, NOW);

/** The same time in a clock that runs, for what is put off: work falls due by it. */
export const runningNow = () => aRunningClock(NOW.toISOString()).now;

/** Figures of yesterday, whatever is asked for. */
export function someTraffic(changes: Partial<Traffic> = {}): Traffic {
  return {
    figuresFor: async (): Promise<TrafficFigures> => figures,
    asOf: async () => ({ ...trafficOf([], NOW), basis: 'reconstructed' as const }),
    held: async () => undefined,
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

/** The bot as in production with a database of the suite's, where `/sms-report` is typed as Slack escapes it. */
export async function aSubscriptionsDesk(
  database: ReturnType<typeof suiteDatabase>,
  { env = {}, traffic = someTraffic(), now = () => NOW, overrides = {} }: SubscriptionsDeskOptions = {},
): Promise<Desk> {
  const platform = await servePlatform();
  await database().open();
  return aDesk(platform.url, {
    // An account of its own: its address may have been another's before.
    env: { SMS_EMAIL: `${aName()}@example.com`, ...env },
    command: '/sms-report',
    slack: aWorkspace('http', { escapes: ['/sms-report'] }),
    overrides: { now, database: database(), report: { traffic }, ...overrides },
  });
}

/** What a person has been told in a channel by the bot alone, the newest last. */
export function toldIn(desk: Desk, channel: string, person: string = people.agent.id) {
  return desk.slack.messages({ person, channel }).filter(({ visibleTo }) => visibleTo === person);
}

export function directMessages(desk: Desk, channel: string = channels.direct.id) {
  return desk.slack.messages({ channel }).filter(({ visibleTo }) => visibleTo === undefined);
}

export const buttonsOf = (message: { readonly blocks: readonly unknown[] }) => actionIdsIn(message.blocks);
