import { describe, expect, test } from 'vitest';
import { checkDetailsView } from '../../../src/features/check/details-view.ts';
import { checkTranslations } from '../../../src/features/check/locales/index.ts';
import type { CheckModel, ShownIncident } from '../../../src/features/check/model.ts';
import {
  checkView,
  fullCheckView,
  noSuchOperatorView,
  sharedCheckView,
} from '../../../src/features/check/view.ts';
import type { Language } from '../../../src/i18n/index.ts';
import { helpView } from '../../../src/slack/blocks/advice-view.ts';
import { createChannelFormatter } from '../../../src/slack/blocks/format.ts';
import { headlineOf } from '../../../src/slack/blocks/headline.ts';
import {
  aboutThe,
  ana,
  down,
  hostileName,
  languages,
  modelOf,
  now,
  type OperatorRow,
  optionsFor,
  readAt,
  scenes,
  shownIncident,
  well,
} from '../../support/check-scenes.ts';
import { golden } from '../../support/golden.ts';
import { countsWith, usualWith, wellCounts } from '../../support/incidents.ts';
import { refreshable } from '../../support/shared.ts';
import { actionIdsIn, blocksIn, expectWithinLimits } from '../../support/views.ts';

const check = golden('check', ['everybody', 'down-plain']);
const checkOfOperator = golden('check-operator', ['operator']);
const checkUnreachable = golden('check-unreachable', ['unreachable']);
const sharedCheck = golden('check-shared', ['shared']);
const sharedThread = golden('check-thread');
const answered = golden('check-answered', ['down']);
const checkDetails = golden('check-details', ['operator', 'everybody']);
/** Their Details have only lines that the messages above or other Details have. */
const withoutOwnDetails = (
  'rate-limited just-read circuit-open circuit-half-open not-allowed unreachable-since-a-moment wrong-credentials ' +
  'not-found incident-recovering some-down-some-degraded'
).split(' ');
const input = golden('check-input', ['misspelt-operator', 'help']);

function familyOf({ about, verdict }: CheckModel) {
  if (about !== undefined) return checkOfOperator;
  return verdict === 'platform_unreachable' ? checkUnreachable : check;
}

function channelOptions(language: Language) {
  const options = optionsFor(language);
  const format = createChannelFormatter(options.t, 'America/Santiago', now);
  return { ...options, format, isShared: true };
}

describe.each(languages)('the answer to /sms-check, %s', (language) => {
  test.each(Object.entries(scenes))('%s', (name, model) => {
    const view = checkView(model, optionsFor(language), { canShare: true });
    familyOf(model).state(name, language, view);
    const details = checkDetailsView(model, optionsFor(language));
    if (withoutOwnDetails.includes(name)) expectWithinLimits(details);
    else checkDetails.state(name, language, details);
    for (const view of Object.values(sharedCheckView(model, channelOptions(language), 'ana')))
      expectWithinLimits(view);
    if (name === 'down') check.plainState(`${name}-plain`, language, view);
  });

  test('is shared without action buttons', () => {
    const { shared, thread } = sharedCheckView(modelOf([down, well]), channelOptions(language), 'ana');
    const kind = { name: 'check', translations: checkTranslations } as const;
    sharedCheck.state('shared', language, refreshable(shared, language, kind));
    const whole = fullCheckView(modelOf([down, well]), channelOptions(language));
    answered.state('down', language, refreshable(whole, language, kind));
    sharedThread.state('thread', language, thread);
    for (const { blocks } of [shared, thread]) expect(blocksIn(blocks, 'actions')).toEqual([]);
  });

  test.each(Object.entries(scenes))('%s: names no button that the message does not have', (_, model) => {
    const options = channelOptions(language);
    const { nextStep } = options.t.findings;
    for (const { text } of [sharedCheckView(model, options, 'ana').thread, fullCheckView(model, options)]) {
      expect(text).not.toMatch(new RegExp(`\\b${options.t.answer.details}\\b`));
      expect(text).not.toContain(nextStep.tooLittle);
    }
    const { text, blocks } = checkView(model, optionsFor(language), { canShare: true });
    if (text.includes(nextStep.tooLittle)) expect(actionIdsIn(blocks)).toContain('check.newest');
  });

  test('names the button for the newest messages only when it is there', () => {
    const { nextStep } = checkTranslations(language).findings;
    const text = (model: CheckModel) => checkView(model, optionsFor(language), { canShare: true }).text;
    const fewOnly = scenes['too-few'] ?? modelOf([]);
    expect(text(fewOnly)).toContain(nextStep.tooLittle);
    const asAll = fewOnly.operators.map((one) => ({
      ...one,
      detection: { ...one.detection, subject: { of: 'all' } as const },
    }));
    expect(text({ ...fewOnly, operators: asAll })).toContain(nextStep.noMessages);
  });

  test('explains an unknown or misspelt operator', () => {
    const typed = (text: string) => `typed ${text}`;
    const known = ['Entel', 'Movistar', undefined];
    const options = optionsFor(language);
    const problem = { problem: 'no_such_operator', text: 'Tigo', known } as const;
    input.state('no-such-operator', language, noSuchOperatorView(problem, options, typed));
    const misspelt = { ...problem, text: 'entle' };
    input.state('misspelt-operator', language, noSuchOperatorView(misspelt, options, typed));
    const subcommand = { ...problem, text: 'watc here' };
    input.state('misspelt-subcommand', language, noSuchOperatorView(subcommand, options, typed));
    expectWithinLimits(noSuchOperatorView({ ...problem, known: [] }, options, typed));
    const many = Array.from({ length: 200 }, (_, at) => `Operator ${at}`);
    expectWithinLimits(
      noSuchOperatorView({ ...problem, text: hostileName.repeat(9), known: many }, options, typed),
    );
  });

  test('shows help', () => {
    const t = checkTranslations(language);
    input.state('help', language, helpView(t.check.help, t, { version: '1.2.3 (a1b2c3d)' }));
  });
});

test('the sentence for customers has no time or rate, and Details shows it in both languages', () => {
  for (const model of Object.values(scenes)) {
    const said = languages.map((language) => {
      const { text } = checkView(model, optionsFor(language), { canShare: true });
      return /^(?:Say|Dile): [“«](.*)[”»]$/m.exec(text)?.[1];
    });
    const details = languages.map((language) => checkDetailsView(model, optionsFor(language)).text);
    for (const sentence of said) {
      expect(sentence ?? '').not.toMatch(/%|\d{1,2}:\d{2}/);
      for (const text of details) expect(text).toContain(sentence ?? '');
    }
  }
});

describe.each(languages)('the figures of the answer, %s', (language) => {
  const t = checkTranslations(language);
  const { measures } = t.findings;
  const { table } = t.check;
  const linesOf = (model: CheckModel) =>
    checkView(model, optionsFor(language), { canShare: true }).text.split('\n');
  const rowsOf = (model: CheckModel) => linesOf(model).filter((line) => / · .* · /.test(line));
  const each = Object.entries(scenes);

  test.each(each)('%s: a column has one measure, named in its header', (_, model) => {
    const [, ...rows] = rowsOf(model).filter((line) => !line.includes(t.headlines.incident.line.in));
    const names = [...Object.values(measures), table.measures.delivered];
    for (const row of rows.filter(() => model.about === undefined))
      for (const cell of row.split(' · ').slice(2))
        expect(names.filter((name) => cell.includes(name))).toEqual([]);
  });

  test.each(each)('%s: the usual figure stands beside “normal”', (_, model) => {
    const normal = t.figures.verdicts.normal;
    for (const row of rowsOf(model).filter((line) => line.split(' · ')[1] === normal))
      expect(row).toMatch(/\((?:est\. |[a-z ]+ )?\d/);
    const [headline = '', ...others] = linesOf(model);
    if (headlineOf(model).verdict === 'normal' && !headline.includes(t.headlines.notCompared))
      expect(
        others.find((line) => /usually (?:about )?\d|lo habitual, (?:cerca del )?\d/.test(line)),
      ).toBeDefined();
  });
});

test.each([
  [999, '99% of the newest', 'usually 92%.', 'Movistar · normal · 1% of 999 (8%)'],
  [1_000, '99.7% of the newest', 'usually 92.0%.', 'Movistar · normal · 0.3% of 1,000 (8.0%)'],
])('a share of %i messages has as many digits as the count supports', (of, inTime, usually, row) => {
  const model = modelOf([['Movistar', wellCounts(of, { late: { of, hits: 3 } }), usualWith()]]);
  const { text } = checkView(model, optionsFor('en'), { canShare: true });
  for (const part of [inTime, usually, row]) expect(text).toContain(part);
});

test('a usual share below 1% is not rounded up to 1%', () => {
  const usual = usualWith({ counts: wellCounts(3_600, { late: { of: 3_600, hits: 4 } }) });
  const model = modelOf([['Movistar', wellCounts(900, { late: { of: 900, hits: 3 } }), usual]]);
  const { text } = checkView(model, optionsFor('en'), { canShare: true });
  expect(text).toContain('Movistar · normal · 1% of 900 (0.1%)');
});

test('a finding that may be chance is named even when the operator counts as normal', () => {
  const model = modelOf([['Claro', wellCounts(60, { waiting: { of: 15, hits: 3 } }), usualWith()]]);
  expect(model.operators[0]?.detection).toMatchObject({ verdict: 'normal', isWell: true });
  const { text } = checkView(model, optionsFor('en'), { canShare: true });
  expect(text).toContain('Slightly worse, perhaps by chance: Claro (20% of 15 waiting, usually 6%).');
});

test('figures read after the question have an age of 0 seconds, not a negative one', () => {
  const readLater = { readAt: new Date(now.getTime() + 6_000), tookMs: 900, isStale: false };
  const { text } = checkView(modelOf([well], { reading: readLater }), optionsFor('en'), { canShare: true });
  expect(text).toContain('(0 s ago)');
});

test('two incidents of the same subject are listed with their sensitivities', () => {
  const model = scenes['incidents-of-two-sensitivities'] ?? modelOf([]);
  const lines = (incidents: CheckModel['incidents']) =>
    checkView({ ...model, incidents }, optionsFor('en'), { canShare: true })
      .text.split('\n')
      .filter((line) => line.includes('Incident:'));
  expect(lines(model.incidents).map((line) => line.replace(/ · in .*/, ''))).toEqual([
    expect.stringMatching(/recovering · no one .* · sensitivity low$/),
    expect.stringMatching(/no one .* · sensitivity high$/),
  ]);
  expect(lines([shownIncident]).join()).not.toContain('sensitivity');
});

test('the advice of an open incident stays while the check itself is good or has too few messages', () => {
  const linesOf = (row: OperatorRow, ...incidents: ShownIncident[]) =>
    checkView(modelOf([row], { incidents }), optionsFor('en'), { canShare: true }).text.split('\n');
  const resolved = { ...shownIncident, resolved: { by: ana, at: readAt } };
  const { nextStep } = checkTranslations('en').findings;
  const [few] = [['Entel', wellCounts(30), usualWith()] as const];
  for (const [, ...lines] of [linesOf(well, shownIncident), linesOf(few, shownIncident)]) {
    expect(lines[0]).toContain('Text messages to Entel customers may be late.');
    expect(lines[1]).toContain('Open a ticket with the platform’s support; press Escalation pack.');
  }
  expect(linesOf(well, shownIncident)[0]).toBe(
    'Incident still open at Entel, though the newest figures look normal',
  );
  const failing = {
    ...shownIncident,
    verdict: 'down',
    isFailing: true,
    operators: [],
    owner: undefined,
  } as const;
  expect(linesOf(well, shownIncident, failing)[1]).toContain('Text messages are late or not arriving');
  expect(linesOf(well, failing)[1]).toContain('Text messages aren’t arriving right now.');
  expect(linesOf(well, { ...shownIncident, extent: { of: 'platform' } })[2]).toContain(nextStep.goesOn);
  expect(linesOf(well, resolved)[2]).toContain('Do: Nothing.');
  expect(linesOf(well, { ...shownIncident, isRecovering: true }).join()).toContain(
    'since 11:48 · recovering · no',
  );
});

test('too few messages have the same count everywhere, and no p95', () => {
  const almost: OperatorRow = ['WOM', countsWith({ recent: 9.7 }), undefined];
  const { text } = checkView(aboutThe(almost), optionsFor('en'), { canShare: true });
  expect(text).toContain('Messages · 9 in 15 min');
  expect(text).not.toContain('p95');
  expect(checkDetailsView(aboutThe(almost), optionsFor('en')).text).toContain('9 messages in 15 min');
});

test('a usual figure from a reconstructed baseline is called approximate', () => {
  const usual = usualWith({ basis: 'reconstructed' });
  const late = wellCounts(900, { late: { of: 900, hits: 130 } });
  const text = (row: OperatorRow) => checkView(modelOf([row]), optionsFor('en'), { canShare: true }).text;
  expect(text(['Entel', late, usualWith()])).toContain(
    '86% of the newest messages arrived within 2 minutes, usually 92%.',
  );
  expect(text(['Entel', late, usual])).toContain('arrived within 2 minutes, usually about 92%.');
  expect(text(['Entel', late, usual])).toMatch(/^Entel · normal · 14% of 900 \(about 8%\)/m);
  expect(text(['Entel', down[1], usual])).toMatch(/^Entel · down or late · 93% of 300 \(about 6%\)/m);
});

test('a direct message has no Share button, and an unreachable platform no rehearsal', () => {
  const direct = JSON.stringify(checkView(modelOf([well]), optionsFor('en'), { canShare: false }).blocks);
  expect(direct).toContain('check.refresh');
  expect(direct).not.toContain('check.share');
  const away = scenes.unreachable;
  expect(
    JSON.stringify(checkView(away ?? modelOf([]), optionsFor('en'), { canShare: true }).blocks),
  ).not.toContain('check.rehearse');
});

test('a check names an open circuit and the age of its figures, a shared check does not', () => {
  const circuit = { state: 'half_open', since: now, probeEveryMs: 15_000 } as const;
  const model: CheckModel = {
    ...modelOf([well]),
    circuits: { platform: { ...circuit, host: 'platform' }, oauth: { ...circuit, host: 'oauth' } },
  };
  const { text } = checkView(model, optionsFor('en'), { canShare: false });
  expect(text).toMatch(/^As of .+: SMS works as usual\n[\s\S]*SMS platform: no answer[\s\S]*92% of/);
  expect(text.indexOf('Look-ups by identifier: no answer')).toBeGreaterThan(text.indexOf('92% of'));
  for (const { text } of Object.values(sharedCheckView(model, channelOptions('en'), 'ana')))
    expect(text).not.toContain('circuit breaker');
});
