import { describe, expect, test } from 'vitest';
import { mergeFigures, OTHER_NAME } from '../../../src/domain/figures/figures.ts';
import { detailsView } from '../../../src/features/summaries/details.ts';
import { summaryTranslations } from '../../../src/features/summaries/locales/index.ts';
import { claimedRate } from '../../../src/features/summaries/summarize.ts';
import { type PostingOptions, summaryView, unreadableView } from '../../../src/features/summaries/view.ts';
import type { Language } from '../../../src/i18n/index.ts';
import { createChannelFormatter } from '../../../src/slack/blocks/format.ts';
import { golden } from '../../support/golden.ts';
import { type MessageGroup, trafficOf } from '../../support/report-figures.ts';
import { modelOf, morning, noIncidents, type SummaryScene, zone } from '../../support/summaries.ts';
import { blocksIn, expectWithinLimits } from '../../support/views.ts';

const languages: Language[] = ['en', 'es'];
const senders = new Map([['56001', 'OTP']]);

function optionsFor(
  language: Language,
  changes: Partial<PostingOptions> = {},
  now = morning,
): PostingOptions {
  const t = summaryTranslations(language);
  return { t, format: createChannelFormatter(t, zone, now), senders, incidents: noIncidents, ...changes };
}

const usualDay =
  (times = 1, { entel = [2, 7] as readonly [number, number], hours = 24, failing = 12 } = {}) =>
  (from: string): MessageGroup[] => [
    { from, hours, count: 1_200 * times, operator: 'Entel', legs: entel },
    { from, hours, count: 900 * times, operator: 'Movistar', legs: [3, 11] },
    { from, hours, count: failing * times, operator: 'Entel', word: 'undeliverable', legs: [2, 30] },
    { from, hours, count: 8 * times, operator: 'Movistar', word: 'expired', legs: [2] },
  ];
const withExtra =
  (operator: string, count: number, word = 'sent') =>
  (from: string) => [...usualDay()(from), { from, hours: 24, count, operator, word, legs: [2] as const }];
/** In four hours, many messages of all operators have no receipt, or another status word. */
const withUnusualHours =
  (fromHour: number, word = 'sent') =>
  (from: string) => {
    const start = new Date(Date.parse(from) + fromHour * 3_600_000).toISOString();
    const batch = { from: start, hours: 4, word, legs: [2] } as const;
    return [
      ...usualDay()(from),
      { ...batch, count: 130, operator: 'Entel' },
      { ...batch, count: 100, operator: 'Movistar' },
    ];
  };
const reconstructed = Array.from({ length: 4 }, () => 'reconstructed' as const);
const hostileName = '<!channel> <@U1> `code` *bold* \u202Eevil\u202C +56 9 8765 4321 =HYPERLINK("x")\nline';
const usualWeeks = [usualDay(), usualDay(), usualDay(), usualDay()];
const completeAt = new Date('2026-11-21T12:00:00Z');

const scenes: Record<string, SummaryScene & { options?: Partial<PostingOptions>; now?: Date }> = {
  usual: { messages: withExtra('Entel', 4), weeks: usualWeeks },
  first: { messages: usualDay() },
  reconstructed: {
    sender: '56001',
    messages: usualDay(),
    weeks: [usualDay(), usualDay(), undefined, () => []],
    bases: ['observed', 'reconstructed'],
  },
  'receipts-late': { messages: withUnusualHours(20), weeks: usualWeeks, bases: reconstructed },
  'operator-waiting': { messages: withExtra('Entel', 400), weeks: usualWeeks, bases: reconstructed },
  'rate-fallen': { messages: withExtra('Entel', 400), weeks: usualWeeks },
  'operator-fallen': { messages: withExtra('Entel', 34), weeks: usualWeeks },
  'operator-gone': {
    messages: withExtra('Entel', 4),
    weeks: usualWeeks.map(() => withExtra('WOM', 60, 'delivered')),
  },
  slower: { messages: usualDay(1, { entel: [2, 45] }), weeks: usualWeeks },
  doubled: { messages: usualDay(3), weeks: usualWeeks },
  failing: { messages: usualDay(1, { failing: 90 }), weeks: usualWeeks },
  'failing-first': { messages: usualDay(1, { failing: 90 }) },
  short: {
    messages: usualDay(),
    weeks: usualWeeks,
    traffic: {
      days: [{ day: '2026-11-17', readAt: morning, received: 2_000, announced: 12_000, unreadable: 3 }],
      untimed: mergeFigures(
        trafficOf([{ from: '2026-11-17T03:00:00Z', count: 2 }], morning)
          .between(new Date(0), morning)
          .map(({ figures }) => figures),
      ),
    },
  },
  empty: {},
  'empty-unusually': { weeks: usualWeeks },
  tiny: {
    messages: (from) => [
      { from, hours: 24, count: 11, operator: 'Entel' },
      { from, hours: 24, count: 2, operator: undefined, word: 'rejected', legs: [2] },
      { from, hours: 24, count: 1, operator: 'Entel', word: 'enroute', legs: [2] },
    ],
  },
  'tiny-unusually': {
    messages: (from) => [{ from, hours: 2, count: 3, operator: 'Entel' }],
    weeks: usualWeeks,
  },
  'short-day': {
    day: '2026-09-06',
    readAt: new Date('2026-09-07T12:00:00Z'),
    messages: usualDay(1, { hours: 23 }),
    weeks: usualWeeks,
    now: new Date('2026-09-07T12:00:00Z'),
  },
  'long-day': {
    day: '2026-04-04',
    readAt: new Date('2026-04-05T13:00:00Z'),
    messages: usualDay(1, { hours: 25 }),
    weeks: usualWeeks,
    now: new Date('2026-04-05T13:00:00Z'),
  },
  'waiting-evening': {
    messages: (from) => [
      { from, hours: 22, count: 220, operator: 'Entel' },
      {
        from: new Date(Date.parse(from) + 22 * 3_600_000).toISOString(),
        hours: 2,
        count: 60,
        operator: 'Entel',
        word: 'sent',
        legs: [2],
      },
    ],
  },
  hostile: {
    messages: (from) => [
      { from, count: 60, hours: 20, operator: hostileName },
      { from, count: 40, hours: 20, operator: hostileName, word: 'rejected' },
      { from, count: 9, operator: hostileName.repeat(50), word: 'failed' },
      { from, count: 2, operator: '\u200b' },
      { from, count: 5, operator: undefined },
    ],
    weeks: [(from) => [{ from, count: 100, hours: 20, operator: hostileName }]],
  },
  many: {
    messages: (from) =>
      Array.from({ length: 60 }, (_, at) => ({
        from,
        hours: 24,
        count: 1_000 - at,
        operator: `Operator ${at} with quite a long name`,
      })),
    weeks: [
      (from) =>
        Array.from({ length: 40 }, (_, at) => ({
          from,
          hours: 24,
          count: 1_000,
          operator: `Operator ${at} with quite a long name`,
        })),
    ],
  },
  silent: { messages: withExtra('Ruta Andina', 90) },
  'silent-as-ever': {
    messages: withExtra('Ruta Andina', 90),
    weeks: usualWeeks.map(() => withExtra('Ruta Andina', 90)),
  },
  late: { options: { late: { dueAt: new Date('2026-11-18T10:30:00Z') } } },
  preview: { options: { isPreview: true } },
  corrected: { messages: withExtra('Entel', 10), weeks: usualWeeks, options: { firstRate: 0.961 } },
  final: {
    messages: withExtra('Entel', 10),
    weeks: usualWeeks,
    readAt: completeAt,
    options: { firstRate: 0.961 },
    now: completeAt,
  },
  confirmed: {
    messages: usualDay(),
    weeks: usualWeeks,
    readAt: completeAt,
    options: { firstRate: 0.9906 },
    now: completeAt,
  },
};

const sceneOf = (name: string) => scenes[name] ?? {};
/** Each model counts five days message by message, so it is computed once. */
const models = new Map<string, ReturnType<typeof modelOf>>();
const modelNamed = (name: string) => {
  const model = models.get(name) ?? modelOf(sceneOf(name));
  models.set(name, model);
  return model;
};
const posted = (name: string, language: Language = 'en') => {
  const { options, now } = sceneOf(name);
  return summaryView(modelNamed(name), optionsFor(language, options, now));
};
const details = (name: string, language: Language = 'en') =>
  detailsView(modelNamed(name), optionsFor(language, {}, sceneOf(name).now));

const family = golden('summary', ['operator-waiting', 'usual-plain', 'unreadable']);
const familyOfDetails = golden('summary-details', ['reconstructed']);
/** Their Details differ from those of other scenes only in figures. */
const withoutOwnDetails = (
  'receipts-late rate-fallen operator-fallen operator-gone doubled failing-first silent-as-ever ' +
  'empty-unusually late preview corrected confirmed'
).split(' ');

describe.each(languages)('summaryView and detailsView, %s', (language) => {
  test.each(Object.keys(scenes))('%s', (name) => {
    family.state(name, language, posted(name, language));
    const shown = details(name, language);
    if (withoutOwnDetails.includes(name)) expectWithinLimits(shown);
    else familyOfDetails.state(name, language, shown);
  });

  test('have a plain version without the newer blocks', () => {
    const view = posted('usual', language);
    expect(blocksIn(view.plain ?? [], 'data_visualization')).toEqual([]);
    family.plainState('usual-plain', language, view);
  });

  test('say that the platform could not be read', () => {
    const question = { day: '2026-11-17', zone, sender: '56001' };
    const { sentence } = summaryTranslations(language).failures.wrong_credentials;
    const options = { ...optionsFor(language), sentence, reference: '0c1f9e' };
    family.state('unreadable', language, unreadableView(question, options));
  });
});

describe('the text of a summary', () => {
  test.each([
    ['the last hours wait at all operators', withUnusualHours(20), 'waiting'],
    ['the first hours wait at all operators', withUnusualHours(2), 'change'],
    ['only one operator waits', withExtra('Entel', 400), 'change'],
    ['the final messages have failed', withUnusualHours(20, 'rejected'), 'change'],
  ])('distinguishes late receipts from a change in reconstructed weeks: %s', (_name, messages, kind) => {
    expect(modelOf({ messages, weeks: usualWeeks, bases: reconstructed }).attention.kind).toBe(kind);
    // Weeks that were read at the same age had late receipts too.
    expect(modelOf({ messages, weeks: usualWeeks }).attention.kind).toBe('change');
  });

  test('gives the difference in points between the displayed rates', () => {
    const points = (name: string) => {
      const [, rate, usual, difference] =
        /Delivered: ([\d.]+)%.* usually ([\d.]+)% \((\S+) points/.exec(posted(name).text) ?? [];
      return [difference?.replace('−', '-'), (Number(rate) - Number(usual)).toFixed(1)];
    };
    for (const name of ['usual', 'rate-fallen', 'failing', 'short']) {
      const [said, shown] = points(name);
      expect(Number(said)).toBe(Number(shown));
    }
  });

  test('shows no rate for few messages', () => {
    for (const view of [posted('tiny'), details('tiny')]) expect(view.text).not.toContain('%');
    expect(posted('hostile').text).toMatch(/· 9 · 0\/9\n/);
    const { totals } = modelNamed('tiny');
    expect([claimedRate(totals), totals.isProvisional]).toEqual([undefined, true]);
  });

  test('shows the group of other operators as “all others”, not as an operator', () => {
    const withGroupedOperators = (count: number, word: string) => (from: string) => [
      ...usualDay()(from),
      { from, hours: 24, count, operator: OTHER_NAME, word, legs: [2, 7] as const },
    ];
    const scene = {
      messages: withGroupedOperators(4_000, 'undeliverable'),
      weeks: usualWeeks.map(() => withGroupedOperators(4_000, 'delivered')),
    };
    const model = modelOf(scene);
    const options = optionsFor('en');
    const texts = [summaryView(model, options).text, detailsView(model, options).text];
    for (const text of texts) {
      expect(text).toMatch(/^all others · 4,000 · 0\.0%( ·|$)/m);
      expect(text).not.toContain(OTHER_NAME);
    }
    expect(texts[1]).toContain('There are more than 200 operators');
    expect(detailsView(model, optionsFor('es')).text).toContain('Hay más de 200 operadores');
    expect(model.attention).toMatchObject({ kind: 'change', change: { subject: { of: 'all' } } });
  });

  test('shows no full number, and stays within limits for ten thousand routes', () => {
    expect(JSON.stringify([posted('hostile'), details('hostile')])).not.toContain('8765');
    const messages = (from: string) =>
      Array.from({ length: 10_000 }, (_, at) => ({ from, count: 1, operator: `route ${at}` }));
    const model = modelOf({ messages });
    for (const view of [summaryView(model, optionsFor('en')), detailsView(model, optionsFor('en'))]) {
      expectWithinLimits(view);
    }
    expect(summaryView(model, optionsFor('en')).text).toContain('By operator: the 8 largest');
    expect(detailsView(model, optionsFor('en')).text).toContain('9,990 others');
  });
});
