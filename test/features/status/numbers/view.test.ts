import { describe, expect, test } from 'vitest';
import type { Message } from '../../../../src/domain/messages/message.ts';
import type { NumbersRequest } from '../../../../src/features/status/input.ts';
import { statusTranslations } from '../../../../src/features/status/locales/index.ts';
import { lookUpNumbers } from '../../../../src/features/status/lookup-each.ts';
import { numbersView, sharedNumbersView } from '../../../../src/features/status/shortcut/view.ts';
import type { Language } from '../../../../src/i18n/index.ts';
import { createChannelFormatter, createFormatter } from '../../../../src/slack/blocks/format.ts';
import { type MessageRead, UpstreamError } from '../../../../src/upstream/index.ts';
import { emptyReadCounts } from '../../../../src/upstream/report/request.ts';
import { featureDeps } from '../../../support/feature-deps.ts';
import { golden } from '../../../support/golden.ts';
import { at, testMessage } from '../../../support/messages.ts';
import { refreshable } from '../../../support/shared.ts';

const now = at('12:00:00');
const languages: Language[] = ['en', 'es'];
const family = golden('status-numbers', ['five']);
const answered = golden('numbers-answered', ['five']);
const buttons = {
  seal: (query: { request: unknown }) => JSON.stringify(query.request),
  sealText: (text: string) => text,
};

const messages: Record<string, Message | UpstreamError | undefined> = {
  '56912345678': testMessage({ msisdn: '56912345678' }),
  '56987654321': testMessage({
    msisdn: '56987654321',
    status: 'failed',
    statusWord: 'undeliverable',
    handsetAt: at('10:32:46'),
  }),
  '34612345678': undefined,
  '56933333333': new UpstreamError('timed_out', { operation: 'report', reason: 'silent' }),
  '56944444444': testMessage({
    msisdn: '56944444444',
    status: 'pending',
    statusWord: 'enroute',
    platformAt: at('11:59:50'),
    operatorAt: at('11:59:52'),
    handsetAt: undefined,
  }),
};

async function lookUp(msisdns: readonly string[]) {
  const asked: string[] = [];
  const request: NumbersRequest = { msisdns, spec: { kind: 'last_days', days: 3 }, sender: undefined };
  const read = ({ msisdn = '' }: { msisdn?: string | undefined }): MessageRead => {
    asked.push(msisdn);
    return {
      counts: emptyReadCounts(),
      async *[Symbol.asyncIterator]() {
        const one = messages[msisdn];
        if (one instanceof UpstreamError) throw one;
        if (one) yield one;
      },
    };
  };
  const asker = { id: 'U1', name: 'Ana', language: 'en', membership: 'member' } as const;
  const user = { ...asker, timeZone: 'America/Santiago' };
  const deps = featureDeps({
    platform: { messages: read },
    traffic: { storedIfOpen: async () => undefined },
    runtime: { now: () => now },
  });
  const model = await lookUpNumbers(request, { user, now, countFurther: async () => {} }, deps);
  if ('problem' in model) throw new Error(model.problem);
  return { model, asked };
}

describe.each(languages)('the answer to several numbers, in %s', (language) => {
  const t = statusTranslations(language);
  const options = { t, format: createFormatter(t, 'America/Santiago', now), senders: new Map() };

  test.each([
    ['five', Object.keys(messages)],
    ['two', ['56912345678', '34612345678']],
  ])('%s', async (name, msisdns) => {
    const { model } = await lookUp(msisdns);
    family.state(name, language, numbersView(model, options, buttons));
    const format = createChannelFormatter(t, 'America/Santiago', now);
    const shared = sharedNumbersView(model, { ...options, format, isShared: true });
    const kind = { name: 'status', translations: statusTranslations } as const;
    answered.state(name, language, refreshable(shared, language, kind));
  });
});

test('each number is looked up once, and fails independently', async () => {
  const { model, asked } = await lookUp(Object.keys(messages));
  expect(asked).toEqual(Object.keys(messages));
  expect(model.results.map((outcome) => 'failed' in outcome)).toEqual([false, false, false, true, false]);
});

test('the look-up fails when every number fails', async () => {
  await expect(lookUp(['56933333333', '56933333333'])).rejects.toMatchObject({ code: 'timed_out' });
});
