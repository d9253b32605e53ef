import { periodToText } from '../../src/domain/time/period.ts';
import type { CheckedSubject, CheckModel } from '../../src/features/check/model.ts';
import { homeTranslations } from '../../src/features/home/locales/index.ts';
import type { HomeIncident, HomeModel } from '../../src/features/home/overview.ts';
import type { HomeViewOptions } from '../../src/features/home/view.ts';
import type { Language } from '../../src/i18n/index.ts';
import { createFormatter } from '../../src/slack/blocks/format.ts';
import type { Subscription } from '../../src/store/channels/subscriptions.ts';
import type { Watch } from '../../src/store/channels/watches.ts';
import type { StoredTraffic } from '../../src/traffic/stored-traffic.ts';
import { ana, scenes as checks, hostileName, now, readAt, shownIncident } from './check-scenes.ts';

/** A check with a verdict for all operators together. */
export type JudgedCheck = CheckModel & { readonly all: CheckedSubject };

export function isJudged(check: CheckModel | undefined): check is JudgedCheck {
  return check?.all !== undefined && check.about === undefined;
}

const platform = { login: true, report: true };

/** The stored traffic of a check. Default: one step of today. */
export function trafficOf(
  { all, operators, verdict }: JudgedCheck,
  changes: Partial<StoredTraffic> = {},
): StoredTraffic {
  const detections = [all, ...operators].map(({ detection }) => detection);
  const shares = { submitted: 1_200, shares: [0.94], usual: [0.95] };
  return {
    readAt,
    check: { at: readAt, readAt, platform, verdict, detections },
    steps: [{ start: new Date('2026-11-18T14:00:00Z'), end: new Date('2026-11-18T16:00:00Z') }],
    all: shares,
    operators: detections.flatMap(({ subject }) =>
      subject.of === 'operator' ? [{ operator: subject.operator, sendsReceipts: true, ...shares }] : [],
    ),
    ...changes,
  };
}

const none = { shown: [], count: 0 };

/** An empty Home with changes. */
export function homeWith(changes: Partial<HomeModel> = {}): HomeModel {
  return {
    now,
    traffic: undefined,
    incidents: { shown: [], more: 0 },
    subscriptions: none,
    watches: none,
    checks: new Map(),
    blindSpots: [],
    recent: [],
    preference: {},
    ...changes,
  };
}

export function homeOptions(language: Language): HomeViewOptions {
  const t = homeTranslations(language);
  const format = createFormatter(t, 'America/Santiago', now);
  return { t, format, senders: new Map([['56001', 'OTP']]), supportContact: '#sms-help' };
}

/** Every two hours from midnight in Santiago to the newest figures. */
const steps = Array.from({ length: 7 }, (_, at) => {
  const start = Date.parse('2026-11-18T03:00:00Z') + at * 7_200_000;
  return { start: new Date(start), end: new Date(start + 7_200_000) };
});
const usual = [0.97, 0.96, undefined, 0.95, 0.96, 0.96, 0.95];
const wellShares = [0.97, 0.97, undefined, 0.95, 0.96, 0.95, 0.94];
const downShares = [0.97, 0.96, undefined, 0.95, 0.96, 0.41, 0.002];

function aDayOf(check: string, bad: string | undefined): StoredTraffic {
  const model = checks[check];
  if (!isJudged(model)) throw new Error(`nobody was judged in ${check}`);
  const { operators, ...traffic } = trafficOf(model, { steps });
  return {
    ...traffic,
    all: { submitted: 41_230, shares: wellShares, usual },
    operators: operators.map(({ operator, sendsReceipts }, at) => ({
      operator,
      sendsReceipts,
      submitted: 18_412 >> at,
      shares: operator === bad ? downShares : wellShares,
      usual,
    })),
  };
}

const usualDay = aDayOf('normal', undefined);
const entelDown = aDayOf('down', 'Entel');

function subscription(number: number, changes: Partial<Subscription> = {}): Subscription {
  return {
    id: `s${number}`,
    number,
    channel: `C${number}`,
    zone: 'America/Santiago',
    language: 'en',
    state: 'active',
    time: '09:00',
    subscriber: ana.id,
    nextDueAt: new Date('2026-11-19T12:00:00Z'),
    ...changes,
  };
}

function watch(number: number, changes: Partial<Watch> = {}): Watch {
  return {
    id: `w${number}`,
    number,
    channel: `C${number}`,
    zone: 'America/Santiago',
    language: 'en',
    state: 'active',
    sensitivity: 'normal',
    watcher: ana.id,
    ...changes,
  };
}

const posted = { lastPost: { day: '2026-11-17' } } as const;
const paused = {
  state: 'paused',
  paused: { at: new Date('2026-11-17T20:30:00Z'), by: 'U2' },
  pausedBecause: 'asked',
} as const;
const archived = {
  state: 'paused',
  paused: { at: new Date('2026-11-16T12:00:00Z') },
  pausedBecause: 'is_archived',
} as const;

const lastChecks: HomeModel['checks'] = new Map([
  ['normal', { at: new Date('2026-11-18T15:02:00Z'), nextAt: new Date('2026-11-18T15:07:00Z') }],
]);

const usualLists = {
  subscriptions: { shown: [subscription(1, posted)], count: 1 },
  watches: { shown: [watch(1)], count: 1 },
  checks: lastChecks,
};

function incident(changes: Partial<HomeIncident> = {}): HomeIncident {
  const { extent, isRecovering, beganAt, acknowledged, resolved, snoozed } = shownIncident;
  return { extent, isRecovering, beganAt, acknowledged, resolved, snoozed, channel: 'C1', ...changes };
}

const acknowledged = { by: ana, at: readAt };

/** Variants of Home by name. */
export const homeScenes: Readonly<Record<string, HomeModel>> = {
  'first-opening': homeWith(),
  'no-figures-yet': homeWith(usualLists),
  usual: homeWith({ traffic: usualDay, ...usualLists }),
  'just-read': homeWith({ traffic: { ...usualDay, readAt: now }, ...usualLists }),
  old: homeWith({ traffic: { ...usualDay, readAt: new Date('2026-11-18T12:02:00Z') }, ...usualLists }),
  'old-by-a-day': homeWith({
    traffic: { ...entelDown, readAt: new Date('2026-11-17T19:02:00Z') },
    ...usualLists,
  }),
  night: homeWith({ traffic: aDayOf('night', undefined) }),
  down: homeWith({ traffic: entelDown, incidents: { shown: [incident()], more: 0 }, ...usualLists }),
  'down-and-acknowledged': homeWith({
    traffic: entelDown,
    incidents: { shown: [incident({ acknowledged })], more: 0 },
    ...usualLists,
  }),
  'many-incidents': homeWith({
    traffic: aDayOf('some-down-some-degraded', 'Entel'),
    incidents: {
      shown: [
        incident({ acknowledged, snoozed: { by: ana, at: readAt, until: undefined } }),
        incident({ extent: { of: 'everywhere' }, resolved: acknowledged, channel: 'C2' }),
        incident({ extent: { of: 'platform' }, beganAt: new Date('2026-11-17T21:10:00Z') }),
        incident({ extent: { of: 'operators', operators: [null] } }),
        incident({ extent: { of: 'operators', operators: ['WOM', 'Claro'] } }),
      ],
      more: 2,
    },
    ...usualLists,
  }),
  'long-lists': homeWith({
    traffic: usualDay,
    subscriptions: {
      shown: [
        subscription(1, posted),
        subscription(2, { ...posted, sender: '56001' }),
        subscription(3),
        subscription(4, paused),
        subscription(5, archived),
      ],
      count: 8,
    },
    watches: {
      shown: [watch(1), watch(2, { sensitivity: 'high' }), watch(3, paused), watch(4, archived), watch(5)],
      count: 100,
    },
    checks: lastChecks,
  }),
  'looked-up': homeWith({
    traffic: usualDay,
    recent: [
      {
        sealed: 'sealed-1',
        request: { n: '56912345678', p: periodToText({ kind: 'last_days', days: 3 }) },
        at: new Date(now.getTime() - 2 * 60_000),
        result: { sign: 'warning', verdict: 'WOM 11:02' },
      },
      {
        sealed: 'sealed-2',
        at: new Date(now.getTime() - 2 * 3_600_000),
        request: { n: '56987654321', p: '2026-11-17', s: '56001' },
      },
      {
        sealed: 'sealed-3',
        at: new Date(now.getTime() - 3 * 3_600_000),
        request: { d: '2026-11-17', r: '20261117-2' },
      },
      { sealed: 'sealed-4', at: new Date(now.getTime() - 4 * 3_600_000), request: { i: 'abc-1' } },
    ],
    ...usualLists,
  }),
  reading: homeWith({ traffic: 'reading', ...usualLists }),
  'many-operators': homeWith({ traffic: aDayOf('few-judged', undefined) }),
  'hardly-any': homeWith({
    traffic: {
      ...usualDay,
      operators: usualDay.operators.map((one, at) => ({
        ...one,
        submitted: at === 0 ? 12 : 1,
        shares: [1, undefined, 0.83, undefined],
        usual: [undefined, undefined, 0.92, undefined],
      })),
    },
  }),
  receiptless: homeWith({
    traffic: {
      ...usualDay,
      operators: usualDay.operators.map((one, at) => (at === 0 ? one : { ...one, sendsReceipts: false })),
    },
  }),
  hostile: homeWith({
    traffic: aDayOf('hostile', undefined),
    incidents: {
      shown: [
        incident({
          extent: { of: 'operators', operators: [hostileName] },
          acknowledged: { by: { id: 'U2', name: hostileName }, at: readAt },
        }),
      ],
      more: 0,
    },
  }),
  'own-language-and-zone': homeWith({ preference: { language: 'es', timeZone: 'America/Santiago' } }),
};
