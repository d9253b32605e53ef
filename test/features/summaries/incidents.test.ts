import { describe, expect, test } from 'vitest';
import type { IncidentEnd } from '../../../src/domain/detection/events.ts';
import type { Incident } from '../../../src/domain/detection/incident.ts';
import type { IncidentSubject } from '../../../src/domain/detection/subject.ts';
import { attentionBlock } from '../../../src/features/summaries/attention-view.ts';
import { summaryTranslations } from '../../../src/features/summaries/locales/index.ts';
import type { SummaryModel } from '../../../src/features/summaries/summarize.ts';
import { summaryView, unreadableView } from '../../../src/features/summaries/view.ts';
import type { Language } from '../../../src/i18n/index.ts';
import { view } from '../../../src/slack/blocks/blocks.ts';
import { createChannelFormatter } from '../../../src/slack/blocks/format.ts';
import { golden } from '../../support/golden.ts';
import { budgetFaults } from '../../support/golden-budgets.ts';
import { reviewedMessage } from '../../support/golden-text.ts';
import { ana, evidence, testIncident, testSpan } from '../../support/incident-scenes.ts';
import { modelOf, morning, zone } from '../../support/summaries.ts';

/** Times are local to Chile, on the reported day. */
const on = (time: string) => new Date(`2026-11-17T${time}:00-03:00`);
const entel: IncidentSubject = { of: 'operator', operator: 'Entel' };
const wom: IncidentSubject = { of: 'operator', operator: 'WOM' };
const counted = (count: number, failed = 0, missing = 0) => ({
  affected: { count, failed, missing, mostMissing: missing },
});

function incidentOf(subject: IncidentSubject, from: string, changes: Partial<Incident> = {}): Incident {
  const beganAt = on(from);
  const operators = subject.of === 'operator' ? [subject.operator] : ['Movistar', 'WOM'];
  const spans = subject.of === 'platform' ? [] : operators.map((one) => testSpan(one, { from: beganAt }));
  const known = changes.evidence ?? { ...evidence, ...counted(0) };
  return testIncident({ subject, beganAt, ...changes, evidence: { ...known, spans } });
}

function ended(
  { evidence: known, events, ...incident }: Incident,
  to: string,
  kind: IncidentEnd = 'ended',
): Incident {
  const at = on(to);
  const end = kind === 'ended' ? { wellSince: at } : { unseenSince: at };
  const hour = new Date(at.getTime() + 3_600_000);
  const life = [...events, { kind, at: hour, number: events.length + 1 }];
  const spans = known.spans.map((span) => ({ ...span, to: at, latest: undefined }));
  return { ...incident, endedAt: hour, evidence: { ...known, ...end, spans }, events: life };
}

const outage = ended(
  incidentOf(entel, '10:05', { evidence: { ...evidence, ...counted(546.3, 512.2) } }),
  '11:32',
);
const silence = incidentOf(wom, '20:00', {
  verdict: 'silent',
  evidence: { ...evidence, ...counted(0, 0, 87.9) },
});
const ofPlatform = incidentOf({ of: 'platform' }, '03:10', {
  verdict: 'platform_unreachable',
  evidence: { findings: [], spans: [], operators: [], platform: { login: false, report: false } },
});
const ofSeveral = incidentOf({ of: 'all' }, '00:00', {
  verdict: 'degraded',
  evidence: { ...evidence, isFirstSeen: true, operators: ['Movistar', 'WOM'] },
});

const day = (entels: number, waiting: number) => (from: string) => [
  { from, hours: 24, count: entels, operator: 'Entel' },
  { from, hours: 24, count: 900, operator: 'Movistar' },
  { from, hours: 24, count: waiting, operator: 'Entel', word: 'sent', legs: [2] as const },
];
const modelWith = (entels: number, waiting: number) =>
  modelOf({ messages: day(entels, waiting), weeks: [day(1_200, 4)] });
const usual = modelWith(1_200, 4);
const entelFallen = modelWith(1_200, 40);
const allFallen = modelWith(1_200, 400);

const scenes: Record<string, readonly [SummaryModel, readonly Incident[], more?: number]> = {
  none: [allFallen, []],
  'one-over': [entelFallen, [outage]],
  'one-over-usual': [usual, [outage]],
  'two-over': [allFallen, [outage, ended(silence, '20:45')]],
  'one-over-one-open': [allFallen, [outage, silence]],
  six: [usual, [ofSeveral, ended(ofPlatform, '03:40'), outage, ended(silence, '20:45'), silence], 1],
  platform: [modelOf({}), [ended(ofPlatform, '03:40')]],
  relapsed: [
    usual,
    [
      ended(
        {
          ...outage,
          events: [...outage.events, { kind: 'relapsed', verdict: 'down', at: on('12:10'), number: 3 }],
        },
        '12:40',
      ),
    ],
  ],
  'end-unseen': [
    entelFallen,
    [
      ended(outage, '11:32', 'lost_sight'),
      ended(silence, '20:45', 'unchecked'),
      ended(ofSeveral, '21:10', 'unwatched'),
    ],
  ],
  resolved: [usual, [testIncident({ subject: wom, beganAt: on('20:00') }, [{ kind: 'resolved', by: ana }])]],
};

const optionsFor = (language: Language, shown: readonly Incident[], more = 0) => {
  const t = summaryTranslations(language);
  const incidents = { shown, more, asOf: morning };
  return {
    t,
    format: createChannelFormatter(t, zone, morning),
    senders: new Map<string, string>(),
    incidents,
  };
};

const family = golden('summary-incidents');

describe.each<Language>(['en', 'es'])('the incidents of a day, %s', (language) => {
  test.each(Object.keys(scenes))('%s', (name) => {
    const [model, shown, more] = scenes[name] ?? [usual, []];
    family.state(name, language, view(attentionBlock(model, optionsFor(language, shown, more))));
  });
});

describe('a summary', () => {
  test.each<Language>(['en', 'es'])('with many incidents is still read at a glance: %s', (language) => {
    const [, shown, more] = scenes.six ?? [usual, []];
    const shownText = reviewedMessage(summaryView(allFallen, optionsFor(language, shown, more))).shown;
    expect(budgetFaults('summary', language, shownText)).toEqual([]);
  });

  const textOf = (model: SummaryModel, shown: readonly Incident[]) =>
    view(attentionBlock(model, optionsFor('en', shown))).text;

  test('asks for a check of what an incident does not explain, or of an open incident, but of nothing that is over', () => {
    const overAtWom = ended(silence, '20:45');
    expect(textOf(entelFallen, [])).toContain('/sms-check Entel');
    expect(textOf(entelFallen, [overAtWom])).toContain('/sms-check Entel');
    expect(textOf(usual, [outage, silence])).toContain('/sms-check WOM');
    expect(textOf(usual, [ofPlatform, silence])).toMatch(/\/sms-check$/m);
    for (const name of ['one-over', 'two-over', 'end-unseen']) {
      const [model, shown] = scenes[name] ?? [usual, []];
      expect(textOf(model, shown)).not.toContain('/sms-check');
    }
  });

  test('of one sender counts no messages of other senders', () => {
    const ofSender = { ...usual, question: { ...usual.question, sender: '56001' } };
    expect(textOf(usual, [outage])).toContain('512 messages failed, 34 late');
    expect(textOf(ofSender, [outage])).toMatch(/, over$/m);
  });

  test('without figures lists the incidents, too', () => {
    const options = { ...optionsFor('en', [ofPlatform]), sentence: 'It is away.', reference: '0c1f9e' };
    expect(unreadableView(usual.question, options).text).toContain(
      'The SMS platform: not answering · since 17 Nov 03:10',
    );
  });

  test('has one unit in each chart', () => {
    const { blocks } = summaryView(allFallen, optionsFor('en', [outage]));
    const charts = blocks.filter((block) => block.type === 'data_visualization');
    expect(charts.map(({ chart }) => [chart.type, Object.keys(chart.axis_config)])).toEqual([
      ['line', ['categories', 'y_label']],
      ['bar', ['categories']],
    ]);
    const [rates = [], counts = []] = charts.map(({ chart }) =>
      chart.series.flatMap(({ data }) => data.map(({ value }) => value)),
    );
    expect(Math.min(...rates)).toBeGreaterThan(50);
    expect(Math.max(...rates)).toBeLessThanOrEqual(100);
    expect(counts.every(Number.isInteger)).toBe(true);
  });
});
