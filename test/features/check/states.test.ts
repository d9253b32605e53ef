import { expect, test } from 'vitest';
import type { Observation } from '../../../src/domain/detection/baseline.ts';
import { countsOf } from '../../../src/domain/detection/counts.ts';
import { runCheck } from '../../../src/features/check/check.ts';
import { checkView } from '../../../src/features/check/view.ts';
import { homeView } from '../../../src/features/home/view.ts';
import { WEEK_MS } from '../../../src/runtime/durations.ts';
import { createBaselineReader } from '../../../src/traffic/baseline.ts';
import { createStoredTraffic } from '../../../src/traffic/stored-traffic.ts';
import { cellsOf, timeBetween } from '../../../src/traffic/window.ts';
import { languages, optionsFor } from '../../support/check-scenes.ts';
import { featureDeps } from '../../support/feature-deps.ts';
import { homeOptions, homeWith } from '../../support/home-scenes.ts';
import { blockText } from '../../support/home-text.ts';
import { at } from '../../support/messages.ts';
import { type Fate, type SteadyOperator, steadyTraffic } from '../../support/steady-traffic.ts';

/** 12:05 in Chile; the traffic of the last weeks has neither late nor failed messages. */
const now = at('15:05:00');
const DAY = { Entel: 300, Movistar: 200, Claro: 100 };
const NIGHT = { Entel: 9, Movistar: 6, Claro: 0.75 };

const failed: Fate = { word: 'undeliverable', toReceipt: 1 };
const late: Fate = { toReceipt: 400 };
const unconfirmed: Fate = { toReceipt: Number.POSITIVE_INFINITY };

type Plan = (seconds: number) => Fate | undefined;
/** The fate of so many messages of ten. */
const outOfTen =
  (count: number, fate: Fate): Plan =>
  (seconds) =>
    seconds % 10 < count ? fate : {};

interface State {
  readonly since?: string;
  readonly until?: string;
  readonly plans?: Partial<Record<SteadyOperator, Plan>>;
  readonly always?: Partial<Record<SteadyOperator, Plan>>;
  readonly perQuarter?: typeof DAY;
  readonly isAway?: boolean;
  readonly storedAt?: string;
  readonly basis?: 'observed' | 'reconstructed' | 'none';
}

async function textsOf({ since = '14:45:00', until = '16:00:00', plans = {}, ...state }: State) {
  const { always = {}, perQuarter = DAY, isAway = false, storedAt, basis = 'observed' } = state;
  const [from, to] = [at(since), at(until)].map((time) => time.getTime() / 1000) as [number, number];
  const { traffic, state: platform } = steadyTraffic(() => (storedAt ? at(storedAt) : now), {
    perQuarter,
    fateOf(operator, seconds) {
      if (seconds < at('00:00:00').getTime() / 1000 && basis === 'none') return undefined;
      const plan = seconds >= from && seconds < to ? plans[operator] : undefined;
      return (plan ?? always[operator] ?? (() => ({})))(seconds);
    },
  });
  platform.isReachable = !isAway;
  const observe = async (moment: Date): Promise<Observation[]> => {
    const period = timeBetween(new Date(moment.getTime() - 5_400_000), moment);
    const cells = cellsOf(await traffic.asOf({ period }, moment), period.start, moment);
    return countsOf(cells, moment).map((one) => ({ ...one, at: moment, basis: 'observed' }));
  };
  const groups = featureDeps({
    traffic: isAway && !storedAt ? { ...traffic, storedIfAvailable: async () => undefined } : traffic,
    stores: {
      observations: {
        near: async (moment) =>
          basis !== 'observed'
            ? []
            : (
                await Promise.all(
                  [1, 2, 3, 4].map((back) => observe(new Date(moment.getTime() - back * WEEK_MS))),
                )
              ).flat(),
      },
      incidents: { open: async () => [], watching: async () => undefined },
      incidentPosts: { of: async () => [] },
    },
  });
  const reader = createBaselineReader(groups);
  const model = await runCheck(
    { ...groups, baseline: { around: (moment) => reader.around(moment, 600_000) } },
    { now },
  );
  if ('problem' in model) throw new Error('no operator was asked for');
  const { stores, settings } = groups;
  const { observations, incidents } = stores;
  const home = isAway
    ? undefined
    : await createStoredTraffic({ traffic, observations, incidents, ...settings })(now, 'UTC');
  return languages.map((language) => {
    const { text } = checkView({ ...model, chart: undefined }, optionsFor(language), { canShare: false });
    const blocks = homeView(homeWith({ traffic: home }), undefined, homeOptions(language));
    // Home says the same.
    if (home) expect(blockText({ blocks }).split('\n')[0]).toContain(text.split('\n')[0]);
    return text.replace(/\n(?:as of|datos).*/, '');
  });
}

/** What the answer says about what was put in, without the step to take and operators that are as usual. */
const states: Record<string, [State, string]> = {
  'all is well': [
    {},
    `SMS works as usual
Say: “Our text messages are arriving normally right now.”
100% of the newest messages arrived within 2 minutes, usually 100%.
Operator · Verdict · Late (usual)
Entel · normal · 0% of 98 (0%)`,
  ],
  'all messages fail at one operator': [
    { plans: { Entel: () => failed } },
    `SMS is down at Entel
Say: “Text messages to Entel customers aren’t arriving right now.”
Since about 11:45. This doesn’t show whose fault it is.
Operator · Verdict · Failed (usual) · Since · Late (usual)
Entel · down · 100% of 100 since 12:00 (0%) · 11:45 · 0% of 100 (0%)`,
  ],
  '40 % fail at one operator': [
    { plans: { Entel: outOfTen(4, failed) } },
    `More SMS fail than usual at Entel
Say: “Some text messages to Entel customers aren’t arriving. Please ask for a new code.”
Since about 11:45. This doesn’t show whose fault it is.
Operator · Verdict · Failed (usual) · Since · Late (usual)
Entel · degraded · 40% of 98 since 12:00 (0%) · 11:45 · 0% of 98 (0%)`,
  ],
  'all messages fail at two operators': [
    { plans: { Entel: () => failed, Movistar: () => failed } },
    `SMS is down at Entel and Movistar
Say: “Text messages to some customers aren’t arriving right now.”
This doesn’t show whose fault it is.
Operator · Verdict · Failed (usual) · Since · Late (usual)
Entel · down · 100% of 100 since 12:00 (0%) · 11:45 · 0% of 100 (0%)
Movistar · down · 100% of 67 since 12:00 (0%) · 11:45 · 0% of 67 (0%)`,
  ],
  'one operator gets no messages': [
    { plans: { Entel: () => undefined } },
    `Almost no SMS coming in for Entel
Say: “We can’t see whether text messages arrive right now. Please try again in a few minutes.”
Since about 11:45. No messages for Entel in 15 min; never fewer than 300 at this hour.
Operator · Verdict · Messages (usual) · Since · Late (usual)
Entel · silent · 0 in 15 min (at least 300) · 11:45 · –`,
  ],
  'there are only nine messages': [
    { perQuarter: { Entel: 0.75, Movistar: 0.0001, Claro: 0.0001 } },
    `Too few SMS to judge
All operators since 09:00: 9 of 9 delivered, usually about 9 of 9.
Operator · Verdict · Delivered (usual)
Entel · too few to tell · 9 of 9 since 09:00 (about 9)`,
  ],
  'there is no baseline': [
    { basis: 'none', plans: { Movistar: () => failed } },
    `Many SMS at Movistar fail; nothing to compare with yet
Nothing to compare with yet: Movistar (100% of 67 failed).
No messages at this hour in the last four weeks.
Operator · Verdict · Failed
Movistar · not compared · 40% of 667 since 11:15
Entel · not compared · 0% of 1,000 since 11:15
Claro · not compared · 0% of 334 since 11:15`,
  ],
  'an operator without a baseline fails': [
    { since: '12:00:00', plans: { Claro: outOfTen(6, failed) }, always: { Claro: () => undefined } },
    `Many SMS at Claro fail; nothing to compare with yet
Nothing to compare with yet: Claro (55% of 33 failed).
Operator · Verdict · Failed (usual) · Late (usual)
Claro · not compared · 60% of 334 since 11:15 · 0% of 33
Entel · normal · 0% of 1,000 since 11:15 (0%) · 0% of 98 (0%)`,
  ],
  'most of the traffic was never seen before': [
    {
      since: '12:00:00',
      plans: { Entel: () => ({}), Claro: () => ({}) },
      always: { Entel: () => undefined, Claro: () => undefined },
    },
    `Works as usual at 1 of 3 operators; the others can’t be judged yet
100% of the newest messages arrived within 2 minutes, usually 100%.
Operator · Verdict · Late (usual)
Entel · not compared · 0% of 98
Claro · not compared · 0% of 33`,
  ],
  'of two never seen before, one fails and the other confirms nothing': [
    {
      since: '12:00:00',
      plans: { Claro: () => failed, Movistar: () => unconfirmed },
      always: { Claro: () => undefined, Movistar: () => undefined },
    },
    `Many SMS at Movistar and Claro are late or fail; nothing to compare with yet
Nothing to compare with yet: Movistar (100% of 37 late) and Claro (100% of 34 failed).
Operator · Verdict · Failed (usual) · Late (usual)
Movistar · not compared · 0% of 667 since 11:15 · 100% of 37
Claro · not compared · 100% of 334 since 11:15 · 0% of 34
Entel · normal · 0% of 1,000 since 11:15 (0%) · 0% of 98 (0%)`,
  ],
  'one operator never sends receipts, another fails': [
    { plans: { Claro: () => failed }, always: { Movistar: () => unconfirmed } },
    `SMS is down at Claro
Say: “Text messages to Claro customers aren’t arriving right now.”
Since about 11:45. This doesn’t show whose fault it is.
Operator · Verdict · Failed (usual) · Since · Late (usual)
Claro · down · 100% of 34 since 12:00, too few (0%) · 11:45 · 0% of 34 (0%)
Entel · normal · 0% of 1,000 since 11:15 (0%) · – · 0% of 98 (0%)`,
  ],
  'one operator is silent, another late': [
    { plans: { Claro: () => undefined, Entel: () => late } },
    `Most SMS at Entel have no receipt yet
Say: “Text messages to Entel customers are late or not arriving right now.”
Since about 11:45. They were handed over and wait at the operator or the handsets.
Operator · Verdict · Late (usual) · Since · Messages (usual)
Entel · down or late · 100% of 61 (0%) · 11:45 · 300 in 15 min (at least 300)
Claro · silent · – · 11:45 · 0 in 15 min (at least 101)`,
  ],
  'an operator without a baseline is late': [
    { since: '12:00:00', plans: { Claro: outOfTen(6, late) }, always: { Claro: () => undefined } },
    `Many SMS at Claro are late; nothing to compare with yet
Nothing to compare with yet: Claro (59% of 27 late).
Operator · Verdict · Late (usual)
Entel · normal · 0% of 98 (0%)
Claro · not compared · 59% of 27`,
  ],
  'the hand-over takes 90 s': [
    { plans: { Entel: () => ({ toOperator: 90 }) } },
    `SMS is slower than usual at Entel
Say: “Text messages to Entel customers may be late. Please wait before asking for a new code.”
Since about 11:45. Only this operator’s messages wait before the hand-over: it’s the operator, or the way to it.
Operator · Verdict · Not handed over within 30 s (usual) · Since · Late (usual)
Entel · degraded · 100% of 90 (0%) · 11:45 · 0% of 68 (0%)`,
  ],
  'the clock of an operator is an hour slow': [
    { plans: { Entel: () => ({ toOperator: -3600, toReceipt: 3607 }) } },
    `Clock off at Entel: delivery times can’t be trusted
Since about 11:45. 100% of the messages at Entel (100) have times that contradict each other, usually 0%.
Operator · Verdict · With wrong times (usual) · Since · Late (usual)
Entel · clock off · 100% of 100 (0%) · 11:45 · –`,
  ],
  'all messages failed until five minutes ago': [
    { since: '14:15:00', until: '15:00:00', plans: { Entel: () => failed } },
    `SMS works as usual
Say: “Our text messages are arriving normally right now.”
100% of the newest messages arrived within 2 minutes, usually 100%.
The newest arrive as usual, but before: Entel (90.0% of 1,000 failed, usually 0%).
Operator · Verdict · Failed (usual) · Late (usual)
Entel · normal · 900 of 1,000 since 11:15 (0) · 0% of 98 (0%)`,
  ],
  'at night, one operator confirms nothing': [
    { since: '14:00:00', perQuarter: NIGHT, plans: { Movistar: () => unconfirmed } },
    `Too few SMS to judge
Movistar since 11:00: 0 of 26 delivered, usually about 26 of 26.
All operators since 09:00: 168 of 194 delivered, usually about 194 of 194.
Operator · Verdict · Delivered (usual)
Movistar · too few to tell · 0 of 26 since 11:00 (about 26)
Entel · too few to tell · 111 of 111 since 09:00 (about 111)
Claro · too few to tell · 9 of 9 since 09:00 (about 9)`,
  ],
  'no operator ever sends receipts': [
    { always: { Entel: () => unconfirmed, Movistar: () => unconfirmed, Claro: () => unconfirmed } },
    `SMS are handed over as usual; no receipts from 3 operators
No receipts: only hand-over, failures and silence are judged.
100% of the newest messages were handed over within 30 s, usually 100%.
Operator · Verdict · Late · Not handed over within 30 s (usual)
Entel · normal · no receipts · 0% of 100 (0%)`,
  ],
  'some messages are late and others fail': [
    { plans: { Entel: (seconds) => (seconds % 10 < 2 ? failed : seconds % 10 < 5 ? late : {}) } },
    `Some SMS at Entel are late, others fail
Say: “Text messages to Entel customers are late or not arriving right now.”
Since about 11:45. This doesn’t show whose fault it is.
Operator · Verdict · Waiting (usual) · Since · Failed (usual)
Entel · degraded · 28% of 100 (0%) · 11:45 · 23% of 87 since 12:00 (0%)`,
  ],
  'all messages take twenty times as long': [
    { plans: { Entel: (seconds) => ({ toReceipt: 140 + 10 * (seconds % 20) }) } },
    `Most SMS at Entel are late
Say: “Text messages to Entel customers may be late. Please wait before asking for a new code.”
Since about 11:45. They were handed over and wait. Other operators are fine, so it isn’t the platform.
Operator · Verdict · Late (usual) · Since
Entel · late · 100% of 61 (0%) · 11:45`,
  ],
  'the platform is away, with figures of 11:58': [
    { isAway: true, storedAt: '14:58:00' },
    `The SMS platform isn’t answering; I can’t tell if SMS works
Say: “We can’t see whether text messages arrive right now. Please try again in a few minutes.”
Last figures, 11:58: SMS works as usual.
100% of the newest messages arrived within 2 minutes, usually 100%.`,
  ],
  'the platform is away, without figures': [
    { isAway: true },
    `The SMS platform isn’t answering; I can’t tell if SMS works
Say: “We can’t see whether text messages arrive right now. Please try again in a few minutes.”`,
  ],
};

const numbersIn = (text = '') => text.replaceAll(/(?<=\d)[.,](?=\d)/g, '').match(/\d+/g);

test.each(Object.entries(states))(
  '%s: the answer is true',
  { timeout: 300_000 },
  async (_, [state, said]) => {
    const [english = '', spanish] = await textsOf(state);
    const isAsUsual = /^Do:|^By operator|^(?:Movistar|Claro) · normal/;
    expect(
      english
        .split('\n')
        .filter((line) => !isAsUsual.test(line))
        .join('\n'),
    ).toBe(said);
    expect(numbersIn(spanish)).toEqual(numbersIn(english));
  },
);
