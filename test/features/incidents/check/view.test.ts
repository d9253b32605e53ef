import { describe, expect, test } from 'vitest';
import {
  checkView,
  noSuchOperatorView,
  sharedCheckView,
} from '../../../../src/features/incidents/check/view.ts';
import { incidentTranslations } from '../../../../src/features/incidents/locales/index.ts';
import type { CheckModel, ShownIncident } from '../../../../src/features/incidents/model.ts';

import { helpView } from '../../../../src/slack/advice-view.ts';
import {
  aboutThe,
  ana,
  anIncident,
  down,
  hostileName,
  languages,
  modelOf,
  now,
  optionsFor,
  type Row,
  readAt,
  scenes,
  well,
} from '../../../support/check-scenes.ts';
import { golden } from '../../../support/golden.ts';
import { countsWith, usualWith, wellCounts } from '../../../support/incidents.ts';
import { blocksIn, expectWithinLimits } from '../../../support/views.ts';

const check = golden('check', ['everybody', 'down-plain']);
const checkOfOperator = golden('check-operator', ['operator']);
const checkUnreachable = golden('check-unreachable', ['unreachable']);
const sharedCheck = golden('check-shared', ['shared']);
const input = golden('check-input', ['misspelt-operator', 'help']);

function familyOf({ about, verdict }: CheckModel) {
  if (about !== undefined) return checkOfOperator;
  return verdict === 'platform_unreachable' ? checkUnreachable : check;
}

describe.each(languages)('the answer to /sms-check, %s', (language) => {
  test.each(Object.entries(scenes))('%s', (name, model) => {
    const view = checkView(model, optionsFor(language), { canShare: true });
    familyOf(model).state(name, language, view);
    expectWithinLimits(sharedCheckView(model, optionsFor(language), 'ana', now));
    if (name === 'down') check.plainState(`${name}-plain`, language, view);
  });

  test('shared', () => {
    const view = sharedCheckView(modelOf([down, well]), optionsFor(language), 'ana', now);
    sharedCheck.state('shared', language, view);
    expect(blocksIn(view.blocks, 'actions')).toEqual([]);
  });

  test('an operator that is not there', () => {
    const known = ['Entel', 'Movistar', undefined];
    const options = optionsFor(language);
    const problem = { problem: 'no_such_operator', text: 'Tigo', known } as const;
    input.state('no-such-operator', language, noSuchOperatorView(problem, options));
    const misspelt = { ...problem, text: 'entle' };
    input.state('misspelt-operator', language, noSuchOperatorView(misspelt, options));
    expectWithinLimits(noSuchOperatorView({ ...problem, known: [] }, options));
    const many = Array.from({ length: 200 }, (_, at) => `Operator ${at}`);
    expectWithinLimits(noSuchOperatorView({ ...problem, text: hostileName.repeat(9), known: many }, options));
  });

  test('help', () => {
    input.state('help', language, helpView(incidentTranslations(language).check.help));
  });
});

test('what customers are told is in both languages, names no time and no share', () => {
  for (const model of Object.values(scenes)) {
    const [english, spanish] = languages.map((language) => {
      const { text } = checkView(model, optionsFor(language), { canShare: true });
      const [, copied = ''] = text.split(/For customers, to copy:|Para los clientes, para copiar:/);
      return copied.split('\n').filter((line) => /text messages|mensajes de texto/i.test(line));
    });
    expect(english).toHaveLength(2);
    expect(english).toEqual(spanish);
    expect(english?.join(' ')).not.toMatch(/%|\d{1,2}:\d{2}/);
  }
});

test('what is bad of all is not hidden by what is milder of one', () => {
  const model = scenes['all-worse-than-each'];
  const { text } = checkView(model ?? modelOf([]), optionsFor('en'), { canShare: true });
  expect(text).toMatch(/^SMS is worse than usual\n/);
  expect(text).toContain('Entel · clock off');
  expect(text).toContain('may arrive late');
});

test('customers are told of failures as such where these cannot be compared', () => {
  const model = scenes['failing-not-compared'];
  const { text } = checkView(model ?? modelOf([]), optionsFor('en'), { canShare: true });
  expect(text).toContain('are not arriving at the moment');
  expect(text).toContain('Whose fault it is cannot be told from this.');
});

test('the figures of an operator that sends no receipts do not speak of waiting', () => {
  const model = scenes['operator-without-receipts'];
  const { text } = checkView(model ?? modelOf([]), optionsFor('en'), { canShare: true });
  expect(text).toContain('It sends no receipts.');
  expect(text).not.toContain('Waiting:');
});

test('what may be chance is named, though an incident could end with it', () => {
  const model = modelOf([['Claro', wellCounts(60, { waiting: { of: 15, hits: 3 } }), usualWith()]]);
  expect(model.operators[0]?.detection).toMatchObject({ verdict: 'normal', isWell: true });
  const { text } = checkView(model, optionsFor('en'), { canShare: true });
  expect(text).toContain('may be chance: Claro (20.0%');
});

test('figures read after the question have no age below nothing', () => {
  const readLater = { readAt: new Date(now.getTime() + 6_000), tookMs: 900, isStale: false };
  const { text } = checkView(modelOf([well], { reading: readLater }), optionsFor('en'), { canShare: true });
  expect(text).toContain('(0 s ago)');
});

test('a trouble that two sensitivities are told of is not told twice in the same words', () => {
  const model = scenes['incidents-of-two-sensitivities'] ?? modelOf([]);
  const lines = (incidents: CheckModel['incidents']) =>
    checkView({ ...model, incidents }, optionsFor('en'), { canShare: true })
      .text.split('\n')
      .filter((line) => line.includes('Incident of'));
  expect(lines(model.incidents).map((line) => line.replace(/ · in .*/, ''))).toEqual([
    expect.stringMatching(/recovering · nobody .* · sensitivity low$/),
    expect.stringMatching(/nobody .* · sensitivity high$/),
  ]);
  expect(lines([anIncident]).join()).not.toContain('sensitivity');
});

test('all is well, but there is something to do as long as an incident goes on that nobody has resolved', () => {
  const text = (...incidents: ShownIncident[]) =>
    checkView(modelOf([well], { incidents }), optionsFor('en'), { canShare: true }).text;
  const resolved = { ...anIncident, resolved: { by: ana, at: readAt } };
  const recovering = { ...anIncident, isRecovering: true };
  const { nextStep } = incidentTranslations('en').check;
  for (const said of [text(recovering), text(anIncident), text(anIncident, recovering)]) {
    expect(said).not.toContain('Nothing to do');
  }
  expect(text(recovering)).toContain(nextStep.recovering(1));
  expect(text(recovering)).toContain('since 11:48 · recovering · nobody');
  expect(text(anIncident, recovering)).toContain(nextStep.goesOn(2));
  expect(text(resolved)).toContain('Nothing to do.');
  expect(text()).toContain('Nothing to do.');
});

test('an account that the platform does not accept is no matter for the platform’s support', () => {
  for (const name of ['wrong-credentials', 'not-allowed']) {
    const { text } = checkView(scenes[name] ?? modelOf([]), optionsFor('en'), { canShare: true });
    expect(text).toContain('Ask whoever runs SMS Desk to check');
    expect(text).not.toContain('call its support');
  }
});

test('of too few messages the same number stands in every place, and not that they take no time to the operator', () => {
  const almost: Row = ['WOM', countsWith({ recent: 9.7 }), undefined];
  const { text } = checkView(aboutThe(almost), optionsFor('en'), { canShare: true });
  expect(text).toContain('There are 9 messages in a quarter of an hour');
  expect(text).toContain('Now: 9 in 15 min');
  expect(text).toContain('Time to operator (p95): too few to tell');
  const table = checkView(modelOf([almost, well]), optionsFor('en'), { canShare: true }).text;
  expect(table).toMatch(/^WOM · .* · 9 in 15 min · .* · –$/m);
});

test('nothing can be shared in a direct message, nor rehearsed without a platform', () => {
  const direct = JSON.stringify(checkView(modelOf([well]), optionsFor('en'), { canShare: false }).blocks);
  expect(direct).toContain('check.refresh');
  expect(direct).not.toContain('check.share');
  const away = scenes.unreachable;
  expect(
    JSON.stringify(checkView(away ?? modelOf([]), optionsFor('en'), { canShare: true }).blocks),
  ).not.toContain('check.rehearse');
});
