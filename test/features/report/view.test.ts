import { describe, expect, test } from 'vitest';
import { mergeFigures } from '../../../src/domain/figures/figures.ts';
import type { Basis } from '../../../src/domain/figures/same-age.ts';
import {
  completionTime,
  type Period,
  type PeriodSpec,
  resolvePeriod,
} from '../../../src/domain/time/period.ts';
import { aggregate } from '../../../src/features/report/aggregate.ts';
import { reportForm } from '../../../src/features/report/form.ts';
import { report } from '../../../src/features/report/index.ts';
import { MAX_REPORT_DAYS, type ReportRequest } from '../../../src/features/report/input.ts';
import { reportTranslations } from '../../../src/features/report/locales/index.ts';
import { type ReportProblem, reportProblemView } from '../../../src/features/report/problem-view.ts';
import { matchEnds, previousPeriod } from '../../../src/features/report/same-age.ts';
import {
  reportDetailsView,
  reportView,
  sharedReportView,
  wholeReportView,
} from '../../../src/features/report/view.ts';
import type { Language } from '../../../src/i18n/index.ts';
import { endedView, movedView, progressView } from '../../../src/posting/progress-view.ts';
import { runToEnd } from '../../../src/runtime/yielding.ts';
import { helpView } from '../../../src/slack/blocks/advice-view.ts';
import type { View } from '../../../src/slack/blocks/blocks.ts';
import { createChannelFormatter, createFormatter } from '../../../src/slack/blocks/format.ts';
import type { TrafficFigures } from '../../../src/traffic/types.ts';
import { golden } from '../../support/golden.ts';
import { type MessageGroup, trafficOf } from '../../support/report-figures.ts';
import { refreshable } from '../../support/shared.ts';
import { blocksIn, expectWithinLimits } from '../../support/views.ts';

const now = new Date('2026-11-18T17:05:00Z');
const senders = new Map([['56001', 'OTP']]);
const languages: Language[] = ['en', 'es'];
const receiptHours = 72;

/** The requests of buttons in words, since sealed values differ each time. */
const buttons = {
  seal: ({ spec, msisdn }: ReportRequest) => `${spec.kind}${msisdn === undefined ? '' : ' of a number'}`,
  canShare: true,
};

interface Scene {
  readonly spec?: PeriodSpec;
  readonly request?: Partial<ReportRequest>;
  readonly messages?: readonly MessageGroup[];
  readonly before?: readonly MessageGroup[];
  readonly traffic?: Partial<TrafficFigures>;
  readonly earlierTraffic?: Partial<TrafficFigures>;
  readonly basis?: Basis;
  readonly isOtherLength?: boolean;
}

function modelOf(scene: Scene) {
  const { spec = { kind: 'yesterday' }, request, messages = [], before = [], traffic } = scene;
  const asked: ReportRequest = {
    spec,
    sender: undefined,
    msisdn: undefined,
    compareWith: 'before',
    ...request,
  };
  const period = resolvePeriod(spec, 'America/Santiago', now, { maxDays: MAX_REPORT_DAYS });
  if ('problem' in period) throw new Error(period.problem);
  const days = previousPeriod(period, asked.compareWith, now);
  const figures = trafficOf(messages, now, traffic);
  const previous = days && figuresBefore(scene, before, days, period, figures);
  return runToEnd(aggregate(asked, { period, figures, previous }, receiptHours));
}

function figuresBefore(
  { earlierTraffic, basis = 'observed', isOtherLength = false }: Scene,
  before: readonly MessageGroup[],
  earlier: Period,
  period: Period,
  figures: TrafficFigures,
) {
  if (figures.asOf >= completionTime(period, receiptHours)) {
    return { period: earlier, figures: trafficOf(before, now, earlierTraffic) };
  }
  const moment = new Date(
    figures.asOf.getTime() - matchEnds({ period: earlier, isOtherLength }, period, figures).shiftMs,
  );
  return { period: earlier, figures: trafficOf(before, moment, earlierTraffic), basis, isOtherLength };
}

function optionsFor(language: Language, isShared = false) {
  const t = reportTranslations(language);
  const create = isShared ? createChannelFormatter : createFormatter;
  return { t, format: create(t, 'America/Santiago', now), senders };
}

const answer = (scene: Scene, language: Language) =>
  reportView(modelOf(scene), optionsFor(language), buttons);

const yesterday = '2026-11-17T03:00:00Z';
const dayBefore = '2026-11-16T03:00:00Z';
const usual = (from: string, times = 1): MessageGroup[] => [
  { from, hours: 24, count: 1_200 * times, operator: 'Entel' },
  { from, hours: 24, count: 900 * times, operator: 'Movistar', legs: [3, 11] },
  { from, hours: 24, count: 12 * times, operator: 'Entel', word: 'undeliverable', legs: [2, 30] },
  { from, hours: 24, count: 8 * times, operator: 'Movistar', word: 'expired', legs: [2] },
];
const silentRoute = (from: string, operator: string, count: number): MessageGroup => ({
  from,
  hours: 24,
  count,
  operator,
  word: 'sent',
  legs: [2],
});
const hostileName = '<!channel> <@U1> `code` *bold* \u202Eevil\u202C +56 9 8765 4321 =HYPERLINK("x")\nline';

const scenes: Record<string, Scene> = {
  none: {},
  'none-readable': {
    traffic: { days: [{ day: '2026-11-17', readAt: now, received: 0, announced: 500, unreadable: 0 }] },
  },
  one: { messages: [{ from: '2026-11-17T15:00:00Z', count: 1, operator: 'Entel' }] },
  'one-number': {
    request: { msisdn: '56912345678', sender: '56001', compareWith: 'nothing' },
    messages: [{ from: '2026-11-17T15:00:00Z', hours: 6, count: 4, operator: 'Entel' }],
  },
  'one-operator': {
    request: { operator: 'entel' },
    messages: usual(yesterday),
    before: usual(dayBefore),
  },
  'no-such-operator': {
    request: { operator: 'Vodafone' },
    messages: usual(yesterday),
    before: usual(dayBefore),
  },
  usual: { messages: usual(yesterday), before: usual(dayBefore) },
  'as-named-day': {
    request: { compareWith: { kind: 'day', day: '2026-11-16' } },
    messages: usual(yesterday),
    before: usual(dayBefore),
  },
  'as-named-week': {
    request: { compareWith: { kind: 'range', from: '2026-11-09', to: '2026-11-15' } },
    messages: usual(yesterday),
    before: [9, 10, 11, 12, 13, 14, 15].flatMap((day) =>
      usual(`2026-11-${String(day).padStart(2, '0')}T03:00:00Z`),
    ),
    isOtherLength: true,
  },
  'as-week-before': {
    request: { compareWith: 'week' },
    messages: usual(yesterday),
    before: usual('2026-11-10T03:00:00Z'),
  },
  worse: {
    messages: [
      ...usual(yesterday),
      {
        from: '2026-11-17T15:00:00Z',
        hours: 4,
        count: 300,
        operator: 'Entel',
        word: 'sent_failed',
        legs: [1],
      },
    ],
    before: usual(dayBefore),
    traffic: { distinctFailing: 212 },
  },
  slower: {
    messages: usual(yesterday).map((batch) =>
      batch.operator === 'Entel' ? { ...batch, legs: [2, 45] } : batch,
    ),
    before: usual(dayBefore),
  },
  more: { messages: usual(yesterday, 3), before: usual(dayBefore) },
  'today-so-far': {
    spec: { kind: 'today' },
    messages: [
      { from: '2026-11-18T03:00:00Z', hours: 14, count: 2_000, operator: 'Entel' },
      { from: '2026-11-18T16:50:00Z', hours: 0.25, count: 40, operator: 'Entel', word: 'enroute', legs: [2] },
      { from: '2026-11-18T12:00:00Z', count: 3, operator: 'Entel', word: 'skipped', legs: [2] },
      { from: '2026-11-18T12:00:00Z', count: 5, operator: 'Movistar', legs: [-7_200, 7_209] },
    ],
    before: [{ from: '2026-11-17T03:00:00Z', hours: 24, count: 3_400, operator: 'Entel' }],
  },
  reconstructed: {
    messages: [
      ...usual(yesterday),
      { from: yesterday, hours: 24, count: 300, operator: 'Entel', word: 'enroute', legs: [2] },
    ],
    before: usual(dayBefore),
    basis: 'reconstructed',
  },
  stopped: { before: usual(dayBefore, 7) },
  week: {
    spec: { kind: 'last_days', days: 7 },
    messages: Array.from({ length: 6 }, (_, day) => usual(`2026-11-1${day + 2}T03:00:00Z`)).flat(),
    before: Array.from({ length: 7 }, (_, day) =>
      usual(`2026-11-${String(day + 5).padStart(2, '0')}T03:00:00Z`),
    ).flat(),
  },
  settled: {
    spec: { kind: 'range', from: '2026-08-25', to: '2026-11-14' },
    request: { sender: '56001', compareWith: 'nothing' },
    messages: [
      { from: '2026-08-25T12:00:00Z', hours: 24 * 80, count: 4_000, operator: 'Entel' },
      {
        from: '2026-08-25T12:00:00Z',
        hours: 24 * 80,
        count: 250,
        operator: undefined,
        word: 'sent',
        legs: [2],
      },
    ],
  },
  many: {
    messages: Array.from({ length: 60 }, (_, at) => ({
      from: '2026-11-17T12:00:00Z',
      count: 100 - at,
      operator: `Operator ${at} with quite a long name`,
    })),
    before: Array.from({ length: 40 }, (_, at) => ({
      from: '2026-11-16T12:00:00Z',
      count: 100,
      operator: `Operator ${at} with quite a long name`,
    })),
  },
  hostile: {
    messages: [
      { from: '2026-11-17T12:00:00Z', count: 60, operator: hostileName },
      { from: '2026-11-17T12:00:00Z', count: 9, operator: hostileName.repeat(50), word: 'rejected' },
      { from: '2026-11-17T12:00:00Z', count: 2, operator: '\u200b' },
    ],
  },
  silent: {
    messages: [
      ...usual(yesterday),
      silentRoute(yesterday, 'Ruta Andina', 90),
      silentRoute(yesterday, 'Sur', 30),
    ],
    before: [...usual(dayBefore), silentRoute(dayBefore, 'Ruta Andina', 90)],
    earlierTraffic: {
      days: [{ day: '2026-11-16', readAt: now, received: 2_210, announced: 4_000, unreadable: 0 }],
    },
  },
  doubtful: {
    messages: usual(yesterday),
    before: [],
    traffic: {
      days: [{ day: '2026-11-17', readAt: now, received: 5_000, announced: 12_000, unreadable: 3 }],
      untimed: mergeFigures(
        trafficOf([{ from: yesterday, count: 2 }], now)
          .between(new Date(0), now)
          .map(({ figures }) => figures),
      ),
      daysMissing: true,
      isStale: true,
    },
  },
};

const family = golden('report', ['silent', 'week-plain']);
const shared = golden('report-shared', ['one-number']);
const thread = golden('report-thread');
const answered = golden('report-answered', ['one-number']);
const details = golden('report-details', ['worse']);
const runs = golden('report-progress', ['progress', 'interrupted']);
const form = golden('report-form', ['form']);
const input = golden('report-input', ['help', 'problem-not_understood']);

describe.each(languages)('reportView, %s', (language) => {
  test.each(Object.keys(scenes))('%s', (name) => {
    family.state(name, language, answer(scenes[name] ?? {}, language));
  });

  test('has a plain version without the newer blocks', () => {
    const view = answer(scenes.week ?? {}, language);
    expect(blocksIn(view.plain ?? [], 'data_visualization')).toEqual([]);
    family.plainState('week-plain', language, view);
  });

  test('is shared without buttons', () => {
    const model = modelOf(scenes['one-number'] ?? {});
    const posted = sharedReportView(model, optionsFor(language, true), 'ana');
    const kind = { name: 'report', translations: reportTranslations } as const;
    shared.state('one-number', language, refreshable(posted.shared, language, kind));
    const whole = wholeReportView(model, optionsFor(language, true));
    answered.state('one-number', language, refreshable(whole, language, kind));
    thread.state('one-number', language, posted.thread);
    expect(JSON.stringify(posted)).not.toContain('"button"');
  });

  test.each(['worse', 'reconstructed', 'silent', 'settled', 'many'])('details: %s', (name) => {
    details.state(name, language, reportDetailsView(modelOf(scenes[name] ?? {}), optionsFor(language)));
  });

  test('shows help, progress and interrupted reports', () => {
    const t = reportTranslations(language);
    input.state(
      'help',
      language,
      helpView(t.report.help(MAX_REPORT_DAYS), t, { version: '1.2.3 (a1b2c3d)' }),
    );
    const progress = { daysDone: 12, days: 60, messagesRead: 1_234_567 };
    const waited = { kind: report.runKind, subject: '1–30 Nov', againValue: 'again', language };
    runs.state('progress', language, progressView(waited, progress, 'cancel'));
    runs.state('moved', language, movedView(waited));
    for (const state of ['cancelled', 'interrupted'] as const) {
      runs.state(state, language, endedView(state, waited));
    }
  });

  test('shows the form', () => {
    form.form(
      'form',
      language,
      reportForm({}, reportTranslations(language), { defaultRegion: 'CL', senders }),
    );
  });

  test.each<ReportProblem & { readonly state?: string }>([
    { problem: 'no_number' },
    { problem: 'number', text: '12ab', understood: { spec: { kind: 'yesterday' } } },
    { problem: 'not_understood', text: 'subscribe <!channel>' },
    {
      state: 'meant',
      problem: 'not_understood',
      text: 'yesterdya',
      understood: { msisdn: '56912345678' },
      meant: { words: 'yesterday', text: 'yesterday to 912345678' },
    },
    {
      state: 'understood',
      problem: 'not_understood',
      text: 'please',
      understood: { spec: { kind: 'day', day: '2026-11-11' }, sender: '56001' },
    },
    {
      problem: 'ambiguous_date',
      text: '3/4',
      readings: [
        { kind: 'day', day: '2026-03-04' },
        { kind: 'day', day: '2026-04-03' },
      ],
    },
    {
      problem: 'hours',
      hours: { kind: 'hours', from: '2026-11-17T22:00Z', to: '2026-11-18T12:00Z' },
      understood: { sender: '56001' },
    },
    { problem: 'compare', text: 'something' },
    { problem: 'same_period', understood: { spec: { kind: 'yesterday' } } },
    { problem: 'several_periods', readings: [{ kind: 'today' }, { kind: 'yesterday' }] },
    { problem: 'is_sender', text: '56001', understood: { spec: { kind: 'today' } } },
    { problem: 'no_sender' },
    { problem: 'sender', text: 'x'.repeat(500) },
    { problem: 'no_such_date', text: '2026-02-30' },
    { problem: 'in_future' },
    { problem: 'reversed', understood: { spec: { kind: 'range', from: '2026-11-18', to: '2026-11-15' } } },
    { problem: 'no_days' },
    { problem: 'too_long', days: 200, maxDays: 92 },
  ])('explains the problem: $problem $state', ({ state, ...problem }) => {
    const options = { ...optionsFor(language), now, seal: (text: string) => text };
    input.state(`problem-${state ?? problem.problem}`, language, reportProblemView(problem, options));
  });
});

describe('the text of a report', () => {
  const textOf = (name: string, language: Language = 'en') => answer(scenes[name] ?? {}, language).text;
  const detailsOf = (name: string, language: Language = 'en') =>
    reportDetailsView(modelOf(scenes[name] ?? {}), optionsFor(language)).text;

  test('reports a complete stop of traffic even after very few messages before', () => {
    const few = answer({ before: [{ from: dayBefore, count: 3, operator: 'Entel' }] }, 'en').text;
    expect(few).toContain('Traffic: 0 messages, 3 before (−100%).');
    // It cannot be said of days with missing messages.
    const { traffic } = scenes['none-readable'] ?? {};
    const unread = answer({ ...scenes.stopped, ...(traffic ? { traffic } : {}) }, 'en').text;
    expect(unread).not.toContain('Traffic: 0');
  });

  test('marks reconstructed figures as estimated, and does not compare failures with them', () => {
    const failing = answer({ ...scenes.worse, basis: 'reconstructed' }, 'en').text;
    expect(failing).not.toContain('“sent_failed” at Entel');
    expect(failing).toMatch(/delivered, 99\.\d% before .* Before: estimated\./);
    expect(answer({ ...scenes.usual, basis: 'reconstructed' }, 'en').text).toContain(
      'Delivery and delays: no notable change. Failures can’t be compared yet.',
    );
    expect(detailsOf('usual')).toContain('Compared with 16 Nov, with the receipts known by the same point.');
    const completeDay = {
      spec: { kind: 'day', day: '2026-11-10' },
      messages: usual('2026-11-10T03:00:00Z'),
    } as const;
    const compared = { ...completeDay, before: usual('2026-11-09T03:00:00Z') };
    expect(reportDetailsView(modelOf(compared), optionsFor('en')).text).toContain('Compared with 9 Nov.');
  });

  test('computes both rate changes from the same messages, without the youngest', () => {
    const day = (from: string, hours: number) => [
      { from, hours, count: 900, operator: 'Entel' },
      { from, hours, count: 100, operator: 'Entel', word: 'rejected', legs: [2] as const },
    ];
    const scene = {
      spec: { kind: 'today' },
      messages: [
        ...day('2026-11-18T03:00:00Z', 13),
        { from: '2026-11-18T16:15:00Z', hours: 0.75, count: 500, operator: 'Entel', word: 'rejected' },
      ],
      before: day('2026-11-17T03:00:00Z', 13),
    } as const;
    expect(answer(scene, 'en').text).toContain('Delivered: 900 · 60.0% of all (0.0 points until 13:15)\n');
    expect(reportDetailsView(modelOf(scene), optionsFor('en')).text).toContain(
      'Of the messages with a final receipt, 60.0% (0.0 points until 13:15) were delivered.',
    );
  });

  test('says that there are too few messages, not that nothing changed', () => {
    const count = (from: string, word: string): MessageGroup => ({
      from,
      hours: 24,
      count: 9,
      operator: 'Entel',
      word,
    });
    const scene = { messages: [count(yesterday, 'rejected')], before: [count(dayBefore, 'delivered')] };
    expect(answer(scene, 'en').text).toContain('Too few messages to say what changed.');
    expect(answer(scene, 'en').text).not.toContain('Nothing changed');
  });

  test('does not call a day empty that was compared only up to this time', () => {
    const scene = {
      spec: { kind: 'today' },
      messages: [{ from: '2026-11-18T15:00:00Z', count: 60, operator: 'Entel' }],
      before: [{ from: '2026-11-17T22:00:00Z', count: 60, operator: 'Entel' }],
    } as const;
    expect(answer(scene, 'en').text).toContain('no messages on 17 Nov up to this time.');
    expect(answer(scene, 'es').text).toContain('sin mensajes el 17 nov hasta esta hora.');
  });

  test('distinguishes operators without receipts from messages that do not arrive', () => {
    const alone = { messages: [silentRoute(yesterday, 'Sur', 30)] };
    expect(answer(alone, 'en').text).toContain('Sur sent no receipt for any of its 30 messages.');
    const few = { messages: [...usual(yesterday), silentRoute(yesterday, 'Sur', 19)] };
    expect(answer(few, 'en').text).not.toContain('sent no receipt');
    // Their receipts may be on the way.
    const young = silentRoute('2026-11-18T16:15:00Z', 'Sur', 60);
    const today = { spec: { kind: 'today' }, messages: [{ ...young, hours: 0.5 }] } as const;
    expect(answer(today, 'en').text).not.toContain('sent no receipt');
  });

  test('shows a current outage only in the change of its operator', () => {
    const day = (from: string, hours: number) => [
      { from, hours, count: 1_000, operator: 'Entel' },
      { from, hours, count: 900, operator: 'WOM' },
    ];
    const down = silentRoute('2026-11-18T12:00:00Z', 'Entel', 400);
    const young = silentRoute('2026-11-18T16:15:00Z', 'WOM', 30);
    const scene = {
      spec: { kind: 'today' },
      messages: [...day('2026-11-18T03:00:00Z', 14), { ...down, hours: 5 }, { ...young, hours: 0.5 }],
      before: day('2026-11-17T03:00:00Z', 14),
    } as const;
    const { text } = answer(scene, 'en');
    const [, sentence] = /Entel: [\d.]+% delivered, 100\.0% before \((.*?) points\)/.exec(text) ?? [];
    expect(text).toMatch(new RegExp(`^Entel · 1,400 · 71\\.4% \\(${sentence}\\) · 0 · `, 'm'));
    expect(text).toMatch(/^WOM · 930 · 96\.8% \(0\.0\) · 0 · /m);
  });

  test('gives the date of figures that were read on another day', () => {
    const completeDay: Scene = {
      spec: { kind: 'day', day: '2026-09-01' },
      messages: usual('2026-09-01T04:00:00Z'),
    };
    const traffic = { asOf: new Date('2026-10-02T12:00:00Z') };
    expect(answer({ ...completeDay, traffic }, 'en').text).toContain('as of 2 Oct 09:00 · final');
    expect(answer({ ...completeDay, traffic }, 'es').text).toContain('datos del 2 oct 09:00 · definitivo');
  });

  test('compares today with the day before up to the same time', () => {
    expect(detailsOf('today-so-far')).toContain('Compared with 17 Nov, up to the same time');
    expect(detailsOf('today-so-far')).toContain('clock off: 5');
  });

  test('shows no full number, not even one in the name of a route', () => {
    for (const name of ['one-number', 'hostile']) {
      expect(JSON.stringify(answer(scenes[name] ?? {}, 'en'))).not.toMatch(/1234 ?5678|8765/);
    }
    expect(textOf('one-number')).toContain('to +56 9 •••• •678');
  });

  test('shows eight of ten thousand routes, and the others as one row in the details', () => {
    const messages = Array.from({ length: 10_000 }, (_, at) => ({
      from: '2026-11-17T12:00:00Z',
      count: 1,
      operator: `route ${at}`,
    }));
    const view: View = answer({ messages }, 'en');
    expectWithinLimits(view);
    expect(view.text).toContain('By operator: the 8 largest');
    expect(reportDetailsView(modelOf({ messages }), optionsFor('en')).text).toContain('9,990 others');
    expect(view.text).toContain('Messages: 10,000');
  });
});
