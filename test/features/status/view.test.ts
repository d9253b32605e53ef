import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/domain/message.ts';
import { resolvePeriod } from '../../../src/domain/period.ts';
import { lookUp } from '../../../src/features/status/lookup.ts';
import { problemView } from '../../../src/features/status/problem-view.ts';
import { helpView, statusView } from '../../../src/features/status/view.ts';
import { createFormats } from '../../../src/slack/format.ts';
import { type Language, wordsFor } from '../../../src/slack/words/index.ts';
import type { MessageRead, ReadCounts } from '../../../src/upstream/index.ts';
import { aMessage, at } from '../../support/messages.ts';
import { expectGolden, expectWithinLimits } from '../../support/views.ts';

const now = at('12:00:00');
const senders = new Map([['56001', 'OTP']]);
const languages: Language[] = ['en', 'es'];

interface Scene {
  readonly messages?: readonly Message[];
  readonly counts?: Partial<ReadCounts>;
  readonly page?: number;
  readonly sender?: string;
  readonly zone?: string;
  readonly when?: Date;
}

async function answer(scene: Scene, language: Language) {
  const { messages = [], counts = {}, page = 0, sender, zone = 'America/Santiago', when = now } = scene;
  const read: MessageRead = {
    counts: { received: messages.length, unreadable: 0, faults: [], shortfalls: [], ...counts },
    async *[Symbol.asyncIterator]() {
      yield* messages;
    },
  };
  const request = { msisdn: '56912345678', spec: { kind: 'last_days', days: 3 } as const, sender };
  const period = resolvePeriod(request.spec, zone, when);
  if ('problem' in period) throw new Error(period.problem);
  const model = await lookUp(request, period, { page, asOf: when }, when, {
    upstream: { messages: () => read },
    settleHours: 72,
  });
  const words = wordsFor(language);
  const turn = (to: number, asOf?: Date) => `sealed:${to}:${asOf?.toISOString() ?? 'now'}`;
  return statusView(model, { words, formats: createFormats(words, zone, when), senders, turn });
}

const waiting = { status: 'pending', statusWord: 'enroute', handsetAt: undefined } as const;
const dashes = {
  status: 'pending',
  statusWord: undefined,
  operator: undefined,
  text: undefined,
  platformAt: undefined,
  operatorAt: undefined,
  handsetAt: undefined,
} as const;
const hostileText =
  '<!channel> <@U1> <https://evil.example|click> `code` *bold* _it_ & &lt; :fire: \u202Etxet\u202C\u0007 =HYPERLINK("x")\nsecond line';

const scenes: Record<string, Scene> = {
  none: {},
  delivered: {
    messages: [aMessage({ text: 'Tu código es 482913. Vence en 5 minutos.', sender: '56001' })],
    sender: '56001',
  },
  'delivered-late': { messages: [aMessage({ handsetAt: at('11:00:07') })] },
  waiting: {
    messages: [aMessage(), aMessage({ ...waiting, platformAt: at('11:59:20'), operatorAt: at('11:59:22') })],
  },
  'stuck-at-operator': { messages: [aMessage({ ...waiting, operator: undefined })] },
  'stuck-at-platform': {
    messages: [aMessage({ ...waiting, statusWord: 'accepted', operatorAt: undefined })],
  },
  failed: {
    messages: [
      aMessage({ status: 'failed', statusWord: 'undeliverable', handsetAt: at('10:32:46') }),
      aMessage({
        status: 'failed',
        statusWord: 'sent_failed',
        platformAt: at('09:00:00'),
        operatorAt: undefined,
        handsetAt: undefined,
      }),
    ],
  },
  'no-receipt': { messages: [aMessage(waiting)], when: new Date('2026-11-20T23:00:00Z') },
  'clock-off': { messages: [aMessage({ operatorAt: at('08:32:07'), handsetAt: at('08:32:14') })] },
  'other-status': { messages: [aMessage({ status: 'other', statusWord: 'skipped', handsetAt: undefined })] },
  dashes: { messages: [aMessage(dashes)] },
  'day-changes-on-the-way': {
    messages: [
      aMessage({ handsetAt: at('11:00:00'), platformAt: at('02:59:58'), operatorAt: at('03:00:01') }),
    ],
  },
  'middle-page': {
    messages: Array.from({ length: 12 }, (_, hour) =>
      aMessage({
        platformAt: at(`0${hour % 10}:00:00`),
        operatorAt: at(`0${hour % 10}:00:02`),
        handsetAt: at(`0${hour % 10}:00:09`),
      }),
    ),
    page: 1,
  },
  hostile: {
    messages: [
      aMessage({ text: hostileText, operator: '<!here> *Entel*', status: 'other', statusWord: '<@U1>`x`' }),
    ],
  },
  'too-long': {
    messages: Array.from({ length: 5 }, () =>
      aMessage({
        text: `${'ñandú <!channel> 👩‍🚀 '.repeat(250)}`,
        operator: 'x'.repeat(500),
        statusWord: 'y'.repeat(500),
        status: 'other',
      }),
    ),
  },
  irregular: {
    messages: [aMessage()],
    counts: { unreadable: 2, shortfalls: [{ announced: 12_000, received: 3 }] },
  },
  unreadable: { counts: { received: 1, unreadable: 1 } },
};

describe.each(languages)('in %s', (language) => {
  test.each(Object.keys(scenes))('%s', async (name) => {
    await expectGolden(await answer(scenes[name] ?? {}, language), `status/${name}.${language}`);
  });

  test('help', async () => {
    await expectGolden(helpView(wordsFor(language)), `status/help.${language}`);
  });

  test.each([
    { problem: 'no_number' },
    { problem: 'number', text: '<!channel> 12ab' },
    { problem: 'not_understood', text: 'tomorrow' },
    { problem: 'no_sender' },
    { problem: 'sender', text: '<@U1>' },
    { problem: 'no_such_date', text: '2026-02-30' },
    { problem: 'in_future' },
    { problem: 'reversed' },
    { problem: 'no_days' },
    { problem: 'too_long', days: 40, maxDays: 31 },
  ] as const)('$problem', async (problem) => {
    await expectGolden(
      problemView(problem, wordsFor(language), senders),
      `status/problem-${problem.problem}.${language}`,
    );
  });
});

test('hostile text comes out inert: as plain text in blocks, escaped in the message text, without invisible turns', async () => {
  const { text, blocks } = await answer(scenes.hostile ?? {}, 'en');
  expect(text).not.toMatch(/<|(?<!&lt;!)@here>/);
  expect(text).toContain('&lt;!channel&gt;');
  const types = [...JSON.stringify(blocks).matchAll(/"type":"(\w+)"/g)].map(([, type]) => type);
  expect(types).not.toContain('mrkdwn');
  expect(types).not.toContain('link');
  expect(types).not.toContain('user');
  expect(types).not.toContain('broadcast');
  expect(JSON.stringify(blocks)).not.toMatch(/\\u202e|\\u0007|\u202E/i);
});

test('no view shows a readable number or a code, in blocks or in text', async () => {
  const message = aMessage({
    text: 'Clave: 739201. Llame al +56 9 8765 4321 o https://banco.example/x?t=9912',
  });
  for (const language of languages) {
    const shown = JSON.stringify(await answer({ messages: [message] }, language));
    expect(shown).not.toMatch(/739201|8765|4321|banco\.example|9912|12345678|1234 5678/);
  }
});

test('the longest answer stays well within what Slack takes', async () => {
  const word = 'w'.repeat(10_000);
  const message = aMessage({
    text: '👩‍🚀'.repeat(20_000),
    operator: word,
    statusWord: word,
    status: 'other',
    sender: '1'.repeat(15),
  });
  for (const language of languages) {
    expectWithinLimits(
      await answer(
        { messages: Array.from({ length: 50 }, () => message), page: 3, sender: '1'.repeat(15) },
        language,
      ),
    );
  }
});

test('times are the asker’s: the same message in two zones', async () => {
  const messages = [aMessage()];
  expect((await answer({ messages, zone: 'America/Santiago' }, 'en')).text).toContain('Platform 07:32:05');
  expect((await answer({ messages, zone: 'Asia/Kolkata' }, 'en')).text).toContain('Platform 16:02:05');
});
