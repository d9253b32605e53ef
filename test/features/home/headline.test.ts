import { describe, expect, test } from 'vitest';
import type { CheckModel } from '../../../src/features/check/model.ts';
import { checkView } from '../../../src/features/check/view.ts';
import { homeTranslations } from '../../../src/features/home/locales/index.ts';
import { chartView } from '../../../src/features/home/operators-view.ts';
import { homeView } from '../../../src/features/home/view.ts';
import type { Language } from '../../../src/i18n/index.ts';
import { createFormatter } from '../../../src/slack/blocks/format.ts';
import { headlineOf, headlineText, verdictText } from '../../../src/slack/blocks/headline.ts';
import type { StoredTraffic } from '../../../src/traffic/stored-traffic.ts';
import { languages, now, optionsFor, scenes } from '../../support/check-scenes.ts';
import { homeOptions, homeWith, isJudged, type JudgedCheck, trafficOf } from '../../support/home-scenes.ts';
import { blockText } from '../../support/home-text.ts';

const shared = Object.entries(scenes).filter((scene): scene is [string, JudgedCheck] => isJudged(scene[1]));

function homeText(traffic: StoredTraffic, language: Language, shown: CheckModel['incidents'] = []): string {
  const model = homeWith({ traffic, incidents: { shown, more: 0 } });
  return blockText({ blocks: homeView(model, undefined, homeOptions(language)) });
}

describe.each(languages)('Home agrees with /sms-check, %s', (language) => {
  test.each(shared)('%s', (_, model) => {
    const options = optionsFor(language);
    const said = headlineText(headlineOf(model), options.t);
    expect(blockText(checkView(model, options, { canShare: false }))).toContain(said);
    const [first] = homeText(trafficOf(model), language, model.incidents).split('\n');
    expect(first).toContain(said);
  });

  test.each(['down', 'not-compared', 'failing', 'some-down-some-degraded'])(
    'gives an operator the same verdict: %s',
    (name) => {
      const model = Object.fromEntries(shared)[name];
      const [worst] = model?.operators ?? [];
      if (!model || !worst) throw new Error('nobody was judged');
      const options = optionsFor(language);
      const { subject } = worst.detection;
      const operator = subject.of === 'operator' ? subject.operator : undefined;
      const said = `${operator} · ${verdictText(worst.detection, options.t)} · `;
      expect(checkView(model, options, { canShare: false }).text).toContain(said);
      expect(homeText(trafficOf(model), language)).toContain(said);
    },
  );

  test('shows no rate for an operator without receipts, and “1 message” in the singular', () => {
    const model = Object.fromEntries(shared)['without-receipts'];
    if (!model) throw new Error('no such scene');
    const shares = { shares: [0], usual: [0], submitted: 1 };
    const traffic = trafficOf(model, {
      operators: [{ operator: 'Ruta Andina', sendsReceipts: false, ...shares }],
    });
    const text = homeText(traffic, language);
    const { home } = homeTranslations(language);
    expect(text).toContain(`· ${language === 'en' ? '1 message' : '1 mensaje'}\n${home.sendsNoReceipts}\n`);
    expect(text).not.toMatch(/\b0%/);
  });

  test('leaves operators without receipts out of its chart', () => {
    const model = Object.fromEntries(shared)['without-receipts'];
    if (!model) throw new Error('no such scene');
    const t = homeTranslations(language);
    const format = createFormatter(t, 'America/Santiago', now);
    const two = { submitted: 900, shares: [0.94, 0.95], usual: [0.95, 0.94] };
    const hours = ['12', '14', '16'].map((hour) => new Date(`2026-11-18T${hour}:00:00Z`));
    const [first = now, second = now, end = now] = hours;
    const traffic = trafficOf(model, {
      steps: [
        { start: first, end: second },
        { start: second, end },
      ],
      all: two,
      operators: [
        { operator: 'Movistar', sendsReceipts: true, ...two },
        { operator: 'Ruta Andina', sendsReceipts: false, ...two, shares: [0, 0] },
      ],
    });
    const drawn = JSON.stringify(chartView(traffic, { t, format, now }));
    expect(drawn).toContain('Movistar');
    expect(drawn).not.toContain('Ruta Andina');
  });
});

test('Home gives the age of its figures, or their time once they are old', () => {
  const scene = scenes.normal;
  if (!scene?.all) throw new Error('nobody was judged');
  const traffic = trafficOf({ ...scene, all: scene.all });
  expect(homeText(traffic, 'es')).toContain('Datos de las 12:02 (hace 2 min).');
  expect(homeText(traffic, 'en')).toContain('Figures of 12:02, 2 min old.');
  const old = trafficOf({ ...scene, all: scene.all }, { readAt: new Date('2026-11-18T14:02:00Z') });
  expect(homeText(old, 'es')).toContain('Hoy 11:02: Los SMS funcionan con normalidad.');
});
