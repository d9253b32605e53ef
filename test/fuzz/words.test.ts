import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskText } from '../../src/domain/messages/redaction.ts';
import { readReportForm } from '../../src/features/report/form.ts';
import { reportTranslations } from '../../src/features/report/locales/index.ts';
import { readStatusForm } from '../../src/features/status/form.ts';
import { statusTranslations } from '../../src/features/status/locales/index.ts';
import { readSubscriptionForm } from '../../src/features/summaries/form.ts';
import { summaryTranslations } from '../../src/features/summaries/locales/index.ts';
import { readWatchForm } from '../../src/features/watches/form.ts';
import { readSnoozeForm } from '../../src/features/watches/incident/snooze.ts';
import { incidentTranslations } from '../../src/features/watches/locales/index.ts';
import { readFields } from '../../src/slack/forms/modal.ts';
import { CODE, isReadable, nearly, typed } from './hostile.ts';
import { NOW, options, parsers } from './parsers.ts';
import { tryAll } from './try-all.ts';

const named = Object.entries(parsers);

test.each(named)('%s never throws on typed text', async (name, parse) => {
  await tryAll(name, 0.5 / named.length, typed, (text) => {
    parse(text);
  });
});

test('a masked text shows no number and no code', async () => {
  await tryAll('masked texts', 0.1, fc.tuple(typed, typed), ([before, after]) => {
    // With spaces, because a word joined to other letters is another word.
    const masked = maskText(`${before} code ${CODE} ${after}`);
    expect(masked).not.toContain(CODE);
    expect(isReadable(masked.replaceAll(/[^ -~]/g, ''))).toBe(false);
  });
});

const entered = fc.dictionary(
  fc.constantFrom(
    ...[
      'way',
      'number',
      'reference',
      'id',
      'date',
      'period',
      'days',
      'firstDay',
      'lastDay',
      'sender',
      'compare',
    ],
    ...[
      'channel',
      'time',
      'zone',
      'otherZone',
      'language',
      'sensitivity',
      'notify',
      'end',
      'until',
      '__proto__',
    ],
  ),
  fc.record({
    value: fc.record(
      {
        value: nearly('912345678', '2026-11-18', 'a'.repeat(5_000)),
        selected_option: fc.oneof(fc.constant(null), fc.record({ value: typed })),
        selected_date: nearly('2026-11-18', '2026-02-30'),
        selected_time: nearly('09:00', '99:99'),
        selected_conversation: nearly('C1', 'D1'),
      },
      { requiredKeys: [] },
    ),
  }),
);

test('any entered form gives a request or errors at fields', async () => {
  const context = { timeZone: 'America/Santiago', now: NOW };
  await tryAll('forms', 0.05, fc.tuple(entered, fc.option(typed, { nil: undefined })), ([state, about]) => {
    const texts = fc.stringify(state);
    const fields = fieldsOf(state);
    if (!fields) return;
    const { senders } = options;
    const all = [
      readStatusForm(
        fields,
        { ...context, about, t: statusTranslations('es') },
        { ...options, hasIds: true },
      ),
      readReportForm(fields, { ...context, about, t: reportTranslations('en') }, options),
      readSubscriptionForm(fields, { ...context, about, t: summaryTranslations('es') }, senders),
      readWatchForm(fields, { ...context, about, t: incidentTranslations('en') }),
      readSnoozeForm(fields, { ...context, about, t: incidentTranslations('es') }),
    ];
    for (const read of all) expect('errors' in read || 'request' in read, texts).toBe(true);
  });
});

/** In Slack's payloads these fields are texts; any other payload is refused. */
function fieldsOf(state: unknown) {
  try {
    return readFields(state);
  } catch (error) {
    if (error instanceof Error && error.name === 'ZodError') return undefined;
    throw error;
  }
}
