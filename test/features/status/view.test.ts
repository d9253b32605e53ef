import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/domain/messages/message.ts';
import type { PeerComparison } from '../../../src/domain/messages/peer-comparison.ts';
import { traceMessages } from '../../../src/domain/messages/status-verdict.ts';
import { revealedView } from '../../../src/features/status/actions.ts';
import { statusDetailsView } from '../../../src/features/status/details-view.ts';
import { statusForm } from '../../../src/features/status/form.ts';
import type { MessageRequest } from '../../../src/features/status/input.ts';
import { statusTranslations } from '../../../src/features/status/locales/index.ts';
import { lookUpNumber, type StatusQuery } from '../../../src/features/status/lookup.ts';
import { messageView } from '../../../src/features/status/message/view.ts';
import { sharedStatusView, statusView, wholeStatusView } from '../../../src/features/status/view.ts';
import type { Language } from '../../../src/i18n/index.ts';
import { createChannelFormatter, createFormatter } from '../../../src/slack/blocks/format.ts';
import { revealActions, revealForm } from '../../../src/slack/listeners/reveal.ts';
import type { StoredFigures } from '../../../src/traffic/types.ts';
import type { MessageRead, ReadCounts } from '../../../src/upstream/index.ts';
import { emptyReadCounts } from '../../../src/upstream/report/request.ts';
import { featureDeps } from '../../support/feature-deps.ts';
import { golden } from '../../support/golden.ts';
import { at, testMessage } from '../../support/messages.ts';
import { trafficOf } from '../../support/report-figures.ts';
import { refreshable } from '../../support/shared.ts';
import { expectWithinLimits } from '../../support/views.ts';

const now = at('12:00:00');
const senders = new Map([['56001', 'OTP']]);
const languages: Language[] = ['en', 'es'];
const asker = { id: 'U1', name: 'Ana', language: 'en', membership: 'member' } as const;

/** The requests of buttons in words, since sealed values differ each time. */
const buttons = {
  seal: (query: StatusQuery) =>
    query.kind === 'number' ? `page ${query.page}, ${query.asOf?.toISOString() ?? 'now'}` : query.request.by,
  sealTracked: (_: string, { platformAt }: Message) => platformAt && `message of ${platformAt.toISOString()}`,
  canShare: true,
};

interface Scene {
  readonly messages?: readonly Message[];
  readonly counts?: Partial<ReadCounts>;
  readonly page?: number;
  readonly sender?: string;
  readonly zone?: string;
  readonly when?: Date;
  readonly peers?: PeerComparison;
  readonly days?: number;
  readonly withoutReceipts?: boolean;
}

const failureWords = new Map([['absent', 'the phone is switched off']]);

function neverConfirming(readAt: Date): StoredFigures {
  const batch = { operator: 'Ruta Andina', word: 'sent', legs: [4] } as const;
  const from = '2026-11-11T08:00:00Z';
  return { ...trafficOf([{ ...batch, from, count: 60 }], readAt), readAt };
}

async function modelOf(scene: Scene, language: Language) {
  const { messages = [], counts = {}, page = 0, sender, zone = 'America/Santiago', when = now } = scene;
  const read: MessageRead = {
    counts: { ...emptyReadCounts(), received: messages.length, ...counts },
    async *[Symbol.asyncIterator]() {
      yield* messages;
    },
  };
  const request = {
    msisdn: '56912345678',
    spec: { kind: 'last_days', days: scene.days ?? 3 } as const,
    sender,
  };
  const model = await lookUpNumber(
    { kind: 'number', request, page },
    { user: { ...asker, timeZone: zone }, now: when },
    featureDeps({
      platform: { messages: () => read },
      traffic: { storedIfOpen: async () => (scene.withoutReceipts ? neverConfirming(when) : undefined) },
      settings: { failureWords },
      runtime: { now: () => when },
    }),
  );
  if ('problem' in model) throw new Error(model.problem);
  const t = statusTranslations(language);
  const shown = scene.peers ? { ...model, peers: scene.peers } : model;
  return { model: shown, options: { t, format: createFormatter(t, zone, when), senders, failureWords } };
}

async function answer(scene: Scene, language: Language) {
  const { model, options } = await modelOf(scene, language);
  return statusView(model, options, buttons);
}

async function details(scene: Scene, language: Language) {
  const { model, options } = await modelOf(scene, language);
  return statusDetailsView(model, options);
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
  'none-of-a-sender': { sender: '56001' },
  'none-in-all-days': { days: 31 },
  delivered: {
    messages: [testMessage({ text: 'Tu código es 482913. Vence en 5 minutos.', sender: '56001' })],
    sender: '56001',
  },
  'delivered-late': { messages: [testMessage({ handsetAt: at('11:00:07') })] },
  waiting: {
    messages: [
      testMessage(),
      testMessage({ ...waiting, platformAt: at('11:59:20'), operatorAt: at('11:59:22') }),
    ],
  },
  'stuck-at-operator': { messages: [testMessage({ ...waiting, operator: undefined })] },
  'stuck-at-platform': {
    messages: [testMessage({ ...waiting, statusWord: 'accepted', operatorAt: undefined })],
  },
  failed: {
    messages: [
      testMessage({ status: 'failed', statusWord: 'undeliverable', handsetAt: at('10:32:46') }),
      testMessage({
        status: 'failed',
        statusWord: 'sent_failed',
        platformAt: at('09:00:00'),
        operatorAt: undefined,
        handsetAt: undefined,
      }),
    ],
  },
  'failed-often': {
    messages: ['10:32:05', '10:12:05', '09:32:05', '08:32:05'].map((time) =>
      testMessage({
        status: 'failed',
        statusWord: 'undeliverable',
        platformAt: at(time),
        operatorAt: at(time),
      }),
    ),
  },
  'failed-by-a-word-of-the-platform': {
    messages: [testMessage({ status: 'other', statusWord: 'Absent', handsetAt: undefined })],
  },
  'sent-without-receipts': {
    messages: ['11:32:05', '10:32:05'].map((time) =>
      testMessage({ ...waiting, operator: 'Ruta Andina', platformAt: at(time), operatorAt: at(time) }),
    ),
    withoutReceipts: true,
  },
  five: {
    messages: [
      testMessage({ ...waiting, operator: 'WOM', platformAt: at('11:40:00'), operatorAt: at('11:40:04') }),
      testMessage({ platformAt: at('11:02:10'), operatorAt: at('11:02:12'), handsetAt: at('11:02:21') }),
      testMessage({ status: 'failed', statusWord: 'expired', operator: 'WOM', handsetAt: undefined }),
      testMessage({
        platformAt: new Date('2026-11-17T15:05:20Z'),
        operatorAt: new Date('2026-11-17T15:05:22Z'),
        handsetAt: new Date('2026-11-17T15:05:28Z'),
      }),
      testMessage({ ...waiting, operatorAt: undefined, platformAt: at('09:00:00') }),
    ],
    peers: { operator: 'WOM', count: 284, share: 0.941, suggests: 'handset' },
  },
  'no-receipt': { messages: [testMessage(waiting)], when: new Date('2026-11-20T23:00:00Z') },
  'clock-off': { messages: [testMessage({ operatorAt: at('08:32:07'), handsetAt: at('08:32:14') })] },
  'waiting-after-trouble': {
    messages: [
      testMessage({ ...waiting, platformAt: at('11:59:50'), operatorAt: undefined }),
      testMessage(waiting),
      testMessage({ status: 'failed', statusWord: 'expired', platformAt: at('09:00:00') }),
    ],
  },
  'waiting-clock-off': {
    messages: [testMessage({ ...waiting, platformAt: at('11:59:50'), operatorAt: at('09:59:52') })],
  },
  unconfirmed: { messages: [testMessage({ status: 'pending', statusWord: undefined })] },
  invisible: {
    messages: [
      testMessage({ text: '\u200b\u200b', operator: '\u200b', statusWord: '\u0007', status: 'other' }),
    ],
  },
  'other-status': {
    messages: [testMessage({ status: 'other', statusWord: 'skipped', handsetAt: undefined })],
  },
  dashes: { messages: [testMessage(dashes)] },
  'day-changes-on-the-way': {
    messages: [
      testMessage({ handsetAt: at('11:00:00'), platformAt: at('02:59:58'), operatorAt: at('03:00:01') }),
    ],
  },
  'middle-page': {
    messages: Array.from({ length: 12 }, (_, hour) =>
      testMessage({
        platformAt: at(`0${hour % 10}:00:00`),
        operatorAt: at(`0${hour % 10}:00:02`),
        handsetAt: at(`0${hour % 10}:00:09`),
      }),
    ),
    page: 1,
  },
  hostile: {
    messages: [
      testMessage({
        text: hostileText,
        operator: '<!here> *Entel*',
        status: 'other',
        statusWord: '<@U1>`x`',
      }),
    ],
  },
  'too-long': {
    messages: Array.from({ length: 5 }, () =>
      testMessage({
        text: `${'ñandú <!channel> 👩‍🚀 '.repeat(250)}`,
        operator: 'x'.repeat(500),
        statusWord: 'y'.repeat(500),
        status: 'other',
      }),
    ),
  },
  irregular: {
    messages: [testMessage()],
    counts: { unreadable: 2, shortfalls: [{ announced: 12_000, received: 3 }] },
  },
  'others-well': {
    messages: [testMessage(waiting)],
    peers: { operator: 'Entel', count: 412, share: 0.974, suggests: 'handset' },
  },
  'others-well-before-hand-over': {
    messages: [testMessage({ ...waiting, statusWord: 'accepted', operatorAt: undefined })],
    peers: { operator: 'Entel', count: 1_412, share: 1, suggests: 'message' },
  },
  'others-ill': {
    messages: [testMessage(waiting)],
    peers: { operator: '<!here> *Entel*', count: 412, share: 0.61, suggests: 'not_alone' },
  },
  'others-between': {
    messages: [testMessage({ handsetAt: at('11:00:07') })],
    peers: { operator: 'VTR', count: 96, share: 0.853, suggests: undefined },
  },
  unreadable: { counts: { received: 1, unreadable: 1 } },
};

const family = golden('status', ['five', 'none']);
const detail = golden('status-details', ['five', 'irregular']);
const revealing = golden('status-revealed', ['five']);
const revealForms = golden('reveal-form', ['form']);
const sharing = golden('status-shared', ['five']);
const answered = golden('status-answered', ['five']);
const kind = { name: 'status', translations: statusTranslations } as const;
const single = golden('message', ['found-with-others', 'not-found']);
const form = golden('status-form', ['number', 'reference']);

describe.each(languages)('the answer to a number, in %s', (language) => {
  test.each(Object.keys(scenes))('%s', async (name) => {
    family.state(name, language, await answer(scenes[name] ?? {}, language));
  });

  test.each([
    'delivered',
    'delivered-late',
    'five',
    'failed-by-a-word-of-the-platform',
    'sent-without-receipts',
    'clock-off',
    'day-changes-on-the-way',
    'dashes',
    'invisible',
    'middle-page',
    'hostile',
    'too-long',
    'irregular',
    'others-ill',
    'unreadable',
  ])('details of %s', async (name) => {
    detail.state(name, language, await details(scenes[name] ?? {}, language));
  });

  test.each(['five', 'hostile', 'too-long', 'invisible'])('%s, unmasked', async (name) => {
    const { model, options } = await modelOf(scenes[name] ?? {}, language);
    revealing.state(name, language, revealedView(model, options));
  });

  test('details with the button to show masked content', async () => {
    const { model, options } = await modelOf({ messages: [testMessage()] }, language);
    const below = [revealActions('status.reveal', options.t.reveal.button, 'sealed')];
    detail.state('with-reveal', language, statusDetailsView(model, options, below));
  });

  test('the form to show masked content', () => {
    revealForms.form(
      'form',
      language,
      revealForm('status.reveal.form', 'sealed', statusTranslations(language)),
    );
  });

  test.each(['five', 'none', 'hostile'])('%s, shared', async (name) => {
    const { model, options } = await modelOf(scenes[name] ?? {}, language);
    const format = createChannelFormatter(options.t, 'America/Santiago', now);
    const shown = sharedStatusView(model, { ...options, format, isShared: true }, 'Ana <!here>');
    sharing.state(name, language, refreshable(shown, language, kind));
  });

  test.each(['five', 'none', 'hostile'])('%s, in answer to a mention', async (name) => {
    const { model, options } = await modelOf(scenes[name] ?? {}, language);
    const format = createChannelFormatter(options.t, 'America/Santiago', now);
    const whole = wholeStatusView(model, { ...options, format, isShared: true });
    answered.state(name, language, refreshable(whole, language, kind));
  });

  test.each(['number', 'reference', 'id'])('the form to look up by %s', (way) => {
    const options = { defaultRegion: 'CL', senders, hasIds: true };
    form.form(way, language, statusForm({ way }, statusTranslations(language), options));
  });
});

const byReference: MessageRequest = {
  by: 'reference',
  day: { kind: 'day', day: '2026-11-18' },
  reference: 'ABC-123',
};
const byId: MessageRequest = { by: 'id', id: '4711' };

function foundAnswer(
  request: MessageRequest,
  message: Message | undefined,
  others: { label: string; value: string }[],
  language: Language,
) {
  const t = statusTranslations(language);
  const [traced] = message ? traceMessages([message], { now, receiptHours: 72 }) : [];
  const found = traced && { traced, otherFields: others };
  const model = { request, day: request.by === 'id' ? undefined : '2026-11-18', found, now };
  const options = { t, format: createFormatter(t, 'America/Santiago', now), senders };
  return { model, options, view: messageView(model, options, buttons) };
}

describe.each(languages)('one message, in %s', (language) => {
  test.each([
    ['found', byReference, testMessage({ sender: '56001', text: 'Tu código es 482913' }), []],
    [
      'found-with-others',
      byId,
      testMessage({ msisdn: '', status: 'failed', statusWord: 'Undeliverable', handsetAt: undefined }),
      [
        { label: 'sms_id', value: '4711' },
        { label: 'trx', value: '20261118-100042' },
        { label: '<!channel>', value: '*+56 9 1234 5678* <@U1>' },
      ],
    ],
    [
      'found-only-fields',
      byId,
      testMessage({ ...dashes, msisdn: '' }),
      [
        { label: 'estado_interno', value: 'EN_COLA' },
        { label: 'telefono', value: '+56 9 1234 5678' },
      ],
    ],
    ['not-found', byReference, undefined, []],
    ['id-not-found', byId, undefined, []],
  ] as const)('%s', (name, request, message, others) => {
    const { model, options, view } = foundAnswer(request, message, [...others], language);
    single.state(name, language, view);
    const more = statusDetailsView(model, options);
    if (message) single.state(`${name}-details`, language, more);
    if (message) revealing.state(`message-${name}`, language, revealedView(model, options));
    expect(JSON.stringify([view, more])).not.toMatch(/1234 5678|482913/);
  });

  test('shared', () => {
    const { model, options } = foundAnswer(byReference, testMessage(), [], language);
    const format = createChannelFormatter(statusTranslations(language), 'America/Santiago', now);
    const shown = sharedStatusView(model, { ...options, format, isShared: true }, 'Ana <!here>');
    sharing.state('message', language, refreshable(shown, language, kind));
    const whole = wholeStatusView(model, { ...options, format, isShared: true });
    answered.state('message', language, refreshable(whole, language, kind));
  });

  test('shows each reader’s own time in answer to a mention with an identifier like markup', () => {
    const { model, options } = foundAnswer({ by: 'id', id: 'sms_202611181' }, testMessage(), [], language);
    const format = createChannelFormatter(statusTranslations(language), 'America/Santiago', now);
    const whole = wholeStatusView(model, { ...options, format, isShared: true });
    expect(JSON.stringify(whole.blocks.at(-1))).toMatch(/sms_••••••.*<!date\^\d+\^/);
  });
});

test('a sealed value too long for a block id gives the separate buttons of older messages', () => {
  const { model, options } = foundAnswer(byReference, testMessage(), [], 'en');
  const sealed = 'x'.repeat(256);
  const shown = messageView(model, options, { ...buttons, seal: () => sealed });
  expectWithinLimits(shown);
  expect(shown.blocks.find((block) => block.type === 'actions')).toMatchObject({
    block_id: 'status.turn',
    elements: expect.arrayContaining([
      expect.objectContaining({ action_id: 'status.refresh', value: sealed }),
      expect.objectContaining({ action_id: 'status.share', value: sealed }),
    ]),
  });
});

test('a message with too many and too long fields stays within Slack’s limits', () => {
  const others = Array.from({ length: 500 }, (_, index) => ({
    label: `${index}${'l'.repeat(500)}`,
    value: 'v '.repeat(5_000),
  }));
  const id = 'x'.repeat(200);
  for (const language of languages) {
    const message = testMessage({ text: '👩‍🚀'.repeat(20_000) });
    const { model, options, view } = foundAnswer({ by: 'id', id }, message, others, language);
    expectWithinLimits(view);
    expectWithinLimits(statusDetailsView(model, options));
  }
});

test('hostile text is plain in blocks, escaped in the text, and without direction characters', async () => {
  const { text, blocks } = await details(scenes.hostile ?? {}, 'en');
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
  const message = testMessage({
    text: 'Clave: 739201. Llame al +56 9 8765 4321 o https://banco.example/x?t=9912',
  });
  for (const language of languages) {
    const scene = { messages: [message, message] };
    const shown = JSON.stringify([await answer(scene, language), await details(scene, language)]);
    expect(shown).not.toMatch(/739201|8765|4321|banco\.example|9912|12345678|1234 5678/);
  }
});

test('the longest answer stays within Slack’s limits', async () => {
  const word = 'w'.repeat(10_000);
  const message = testMessage({
    text: '👩‍🚀'.repeat(20_000),
    operator: word,
    statusWord: word,
    status: 'other',
    sender: '1'.repeat(15),
  });
  for (const language of languages) {
    const messages = Array.from({ length: 50 }, () => message);
    for (const page of [0, 3]) {
      const scene = { messages, page, sender: '1'.repeat(15) };
      expectWithinLimits(await answer(scene, language));
      expectWithinLimits(await details(scene, language));
    }
  }
});

test('invisible characters cannot reveal a code, link or number in any field', async () => {
  const joints = ['\u0001', '\u200b', '\u2028', '\u202e', '\u2060', '\ufeff', '\u00ad'];
  for (const joint of joints) {
    const hidden = ['482913', 'bit.ly/abc', '+56912345678']
      .map((secret) => [...secret].join(joint))
      .join(' ');
    const message = testMessage({ text: hidden, operator: hidden, statusWord: hidden, status: 'other' });
    const scene = { messages: [message, message] };
    const texts = [(await answer(scene, 'en')).text, (await details(scene, 'en')).text];
    expect(texts.join('\n').replaceAll(/\d\d:\d\d/g, '')).not.toMatch(/482913|bit\.ly|\d{4}/);
  }
});

test.each([
  ['11:59:06', 'On its way (1 min, normal)\n'],
  ['11:59:07', 'On its way (1 min 1 s, late)\n'],
  ['12:07:21', 'On its way (9 min 15 s, late)\n'],
])('a wait is called normal for a minute: at %s', async (time, verdict) => {
  const sent = { platformAt: at('11:58:04'), operatorAt: at('11:58:06') };
  const scene = { messages: [testMessage({ ...waiting, ...sent })], when: at(time) };
  expect((await answer(scene, 'en')).text).toContain(verdict);
});

test('times are in the asker’s zone: the same message in two zones', async () => {
  const messages = [testMessage()];
  expect((await answer({ messages, zone: 'America/Santiago' }, 'en')).text).toContain('Platform  07:32:05');
  expect((await answer({ messages, zone: 'Asia/Kolkata' }, 'en')).text).toContain('Platform  16:02:05');
});
