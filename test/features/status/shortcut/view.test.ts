import { describe, test } from 'vitest';
import { traceMessages } from '../../../../src/domain/messages/status-verdict.ts';
import { statusTranslations } from '../../../../src/features/status/locales/index.ts';
import type { StatusQuery } from '../../../../src/features/status/lookup.ts';
import type { NamedModel } from '../../../../src/features/status/lookup-each.ts';
import {
  namedView,
  nothingNamedView,
  repliedView,
  sharedNamedView,
} from '../../../../src/features/status/shortcut/view.ts';
import type { Language } from '../../../../src/i18n/index.ts';
import { line, richText, view } from '../../../../src/slack/blocks/blocks.ts';
import { createChannelFormatter, createFormatter } from '../../../../src/slack/blocks/format.ts';
import { UpstreamError } from '../../../../src/upstream/index.ts';
import { golden } from '../../../support/golden.ts';
import { at, testMessage } from '../../../support/messages.ts';

const now = at('12:00:00');
const languages: Language[] = ['en', 'es'];
const family = golden('status-shortcut', ['several', 'nothing']);

const day = { kind: 'day', day: '2026-11-18' } as const;
const byReference = (reference: string): StatusQuery => ({
  kind: 'message',
  request: { by: 'reference', day, reference },
});
const byNumber = (msisdn: string): StatusQuery => ({
  kind: 'number',
  request: { msisdn, spec: { kind: 'last_days', days: 3 }, sender: undefined },
  page: 0,
});
const [traced] = traceMessages([testMessage({ msisdn: '56912345678' })], { now, receiptHours: 72 });
if (!traced) throw new Error('there is a message');
const request = { by: 'reference', day, reference: '20261118-42' } as const;
const found = { request, day: '2026-11-18', now, found: { traced, otherFields: [] } };

const several: NamedModel = {
  now,
  results: [
    { query: byReference('20261118-42'), model: found },
    {
      query: byReference('20261118-43'),
      model: { ...found, request: { ...request, reference: '20261118-43' }, found: undefined },
    },
    { query: { kind: 'message', request: { by: 'id', id: 'sms_1a2b3c' } }, model: { problem: 'not_set_up' } },
    {
      query: byNumber('56987654321'),
      failed: new UpstreamError('timed_out', { operation: 'report', reason: 'silent' }),
    },
    { query: byNumber('56911111111'), late: true },
  ],
};

describe.each(languages)('the modal of the message shortcut, in %s', (language) => {
  const t = statusTranslations(language);
  const options = { t, format: createFormatter(t, 'America/Santiago', now), senders: new Map() };
  const channel = { ...options, format: createChannelFormatter(t, 'America/Santiago', now), isShared: true };
  const seal = (query: StatusQuery) => JSON.stringify(query.request);
  const buttons = { seal, sealedQuestion: 'asked', canReply: true };
  const sealFields = () => 'fields';

  test('lists several numbers', () => {
    const written = options.format.days('2026-11-05', '2026-11-05');
    const note = `${t.shortcut.first(5, 7)} ${t.shortcut.around(written)} ${t.shortcut.onThatDay}`;
    family.state('several', language, namedView(several, note, options, buttons));
  });
  test('lists several numbers in the thread', () => {
    family.state('several-in-thread', language, sharedNamedView(several, t.shortcut.first(5, 7), channel));
  });
  test('says that there is no number', () => {
    family.state('nothing', language, nothingNamedView([], t, { seal, sealFields }));
  });
  test('asks which number is meant', () => {
    const possible = [byNumber('56612345678'), byNumber('34612345678')];
    family.state('which', language, nothingNamedView(possible, t, { seal, sealFields }));
  });
  test('confirms the answer in the thread', () => {
    const said = view(richText(line(t.post.answered)));
    family.state('answered', language, repliedView(said, 'status.refresh', 'asked', t));
  });
});
