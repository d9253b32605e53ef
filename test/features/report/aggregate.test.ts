import { describe, expect, test } from 'vitest';
import { resolvePeriod } from '../../../src/domain/time/period.ts';
import { reportCsv } from '../../../src/features/report/actions.ts';
import { aggregate, bucketsOf } from '../../../src/features/report/aggregate.ts';
import { reportTranslations } from '../../../src/features/report/locales/index.ts';
import { previousPeriod } from '../../../src/features/report/same-age.ts';
import { reportDetailsView, reportView } from '../../../src/features/report/view.ts';
import type { Language } from '../../../src/i18n/index.ts';
import { runToEnd } from '../../../src/runtime/yielding.ts';
import { createFormatter } from '../../../src/slack/blocks/format.ts';
import { DayParts } from '../../../src/traffic/day-parts.ts';
import type { TrafficFigures } from '../../../src/traffic/types.ts';
import { createReportCounter } from '../../../src/upstream/report/count.ts';
import { trafficOf } from '../../support/report-figures.ts';
import { platformEntry } from '../../support/server.ts';
import { expectWithinLimits } from '../../support/views.ts';

const now = new Date('2026-11-22T12:00:00Z');
const receiptHours = 72;
const period = resolvePeriod({ kind: 'day', day: '2026-11-18' }, 'UTC', now, { maxDays: 92 });
if ('problem' in period) throw new Error(period.problem);

/** The figures of a day with ten thousand operators and two messages each, read from a platform report. */
function tenThousand(day: string, status: (operator: number) => string): TrafficFigures {
  const entries = Array.from({ length: 10_000 }, (_, at) => {
    const entry = platformEntry({ operator: `canary ${at}`, status: status(at) });
    return JSON.stringify(entry).replaceAll('2026-11-18', day);
  });
  const startMs = Date.parse(`${day}T00:00:00Z`);
  const counted = { startMs, endMs: startMs + 86_400_000, withoutPlatformTime: true };
  const counting = createReportCounter(now, counted);
  counting.write(Buffer.from(`{"data":[${[...entries, ...entries].join()}],"total":20000}`));
  const parts = runToEnd(DayParts.reading(counting.end().packedCells));
  return trafficOf([], now, {
    between: (start, end) => parts.between(start.getTime() / 1000, end.getTime() / 1000),
  });
}

const traffic = tenThousand('2026-11-18', (at) => (at < 200 ? 'delivered' : 'sent'));

const textOf = (language: Language): string => {
  const request = {
    spec: { kind: 'day', day: '2026-11-18' },
    sender: undefined,
    msisdn: undefined,
    compareWith: 'before',
  } as const;
  const before = previousPeriod(period, 'before', now);
  const previous = before && { period: before, figures: tenThousand('2026-11-17', () => 'delivered') };
  const model = runToEnd(aggregate(request, { period, figures: traffic, previous }, receiptHours));
  const t = reportTranslations(language);
  const options = { t, format: createFormatter(t, 'UTC', now), senders: new Map() };
  const answer = reportView(model, options, { seal: () => 'sealed', canShare: false });
  const details = reportDetailsView(model, options);
  for (const view of [answer, details]) expectWithinLimits(view);
  return `${answer.text.slice(0, answer.text.indexOf('canary'))}${details.text}`;
};

describe('operators beyond the limit of separate rows', () => {
  test.each<[Language, string, string]>([
    ['en', 'all others · 19,980 · 1.9% ·', 'There are more than 200 operators'],
    ['es', 'todos los demás · 19.980 · 1,9% ·', 'Hay más de 200 operadores'],
  ])('are in the last row without a change, and the report says so (%s)', (language, row, notice) => {
    const text = textOf(language).replaceAll('\u00a0', ' ');
    expect(text).toContain(`\n${row}`);
    expect(text).toContain(notice);
    expect(text).not.toContain('(other)');
    expect(text.split('\n').filter((line) => line.startsWith('canary '))).toHaveLength(10);
    expect(text.slice(text.indexOf(row))).not.toContain('canary');
  });

  test('have their own row in the CSV, the last of each part', () => {
    const parts = runToEnd(bucketsOf(period, traffic));
    const csv = reportCsv(parts, {
      ...{ receiptHours, isComplete: true, othersName: '(all others)', zone: 'UTC' },
    });
    const rows = csv.trim().split('\r\n');
    expect(rows).toHaveLength(1 + 201);
    expect(rows.at(-1)).toContain(',(all others),19600,0,');
    expect(csv).not.toContain('(other)');
  });
});

describe('more messages than the platform announced', () => {
  const days = [
    { day: '2026-11-17', readAt: now, received: 20_000, announced: 20_000, unreadable: 0 },
    { day: '2026-11-18', readAt: now, received: 20_000, announced: 15_000, unreadable: 0 },
  ];
  const said = (language: Language) => {
    const request = { spec: { kind: 'day', day: '2026-11-18' }, sender: undefined } as const;
    const asked = { ...request, msisdn: undefined, compareWith: 'nothing' } as const;
    const model = runToEnd(
      aggregate(asked, { period, figures: { ...traffic, days }, previous: undefined }, receiptHours),
    );
    const t = reportTranslations(language);
    const options = { t, format: createFormatter(t, 'UTC', now), senders: new Map() };
    return reportView(model, options, { seal: () => 'sealed', canShare: false }).text;
  };

  test.each<[Language, string, string]>([
    ['en', 'announced 15,000 messages and sent more (20,000)', 'may be incomplete'],
    ['es', 'anunció 15.000 mensajes y envió más (20.000)', 'pueden estar incompletas'],
  ])('are reported, and do not make the figures incomplete (%s)', (language, sentence, incomplete) => {
    expect(said(language)).toContain(sentence);
    expect(said(language)).not.toContain(incomplete);
  });
});
