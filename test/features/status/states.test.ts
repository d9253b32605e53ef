import { expect, test } from 'vitest';
import {
  type OperatorTrouble,
  troublesOf,
  troublesOfCheck,
} from '../../../src/domain/detection/operator-trouble.ts';
import type { Message } from '../../../src/domain/messages/message.ts';
import type { MessageKind } from '../../../src/domain/messages/message-kind.ts';
import { statusTranslations } from '../../../src/features/status/locales/index.ts';
import { lookUpFor } from '../../../src/features/status/lookup.ts';
import { statusView } from '../../../src/features/status/view.ts';
import type { Language } from '../../../src/i18n/index.ts';
import { createFormatter } from '../../../src/slack/blocks/format.ts';
import { emptyReadCounts } from '../../../src/upstream/report/request.ts';
import { featureDeps } from '../../support/feature-deps.ts';
import { ended, found, testIncident, testSpan } from '../../support/incident-scenes.ts';
import { at, testMessage } from '../../support/messages.ts';

const now = at('15:40:00');
const texts = { code: 'Tu código es 482913', link: 'Sigue tu pedido: https://x.cl/a', other: 'Hola' };

/** A message sent `ago` minutes before now, and delivered after `took` seconds. */
function sent(ago: number, took = 9, changes: Partial<Message> = {}, kind: MessageKind = 'code'): Message {
  const platformAt = new Date(now.getTime() - ago * 60_000);
  const after = (seconds: number) => new Date(platformAt.getTime() + seconds * 1_000);
  const times = { platformAt, operatorAt: after(2), handsetAt: after(took) };
  return testMessage({ text: texts[kind], ...times, ...changes });
}
const pending = { status: 'pending', statusWord: 'enroute', handsetAt: undefined } as const;
const failed = (word: string) => ({ status: 'failed', statusWord: word, handsetAt: undefined }) as const;
const days = (count: number) => count * 1_440;
const several = (count: number, changes: Partial<Message>, firstAgo = 60) =>
  Array.from({ length: count }, (_, index) => sent(firstAgo + index * days(0.4), 9, changes));

/** Entel is down since 15:00, or was until 15:35. */
const troubles: Record<string, readonly OperatorTrouble[]> = {
  'no incident': [],
  'open incident': troublesOf(testIncident()),
  'ended incident': troublesOf(testIncident(ended, [{ kind: 'ended' }])),
  'bad check': troublesOfCheck({
    state: {
      lastReadMs: at('15:37:00').getTime(),
      subjects: [
        {
          subject: { of: 'operator', operator: 'Entel' },
          last: 'degraded',
          bad: 1,
          well: 0,
          unseen: 0,
          sinceMs: at('15:37:00').getTime(),
        },
      ],
    },
  }),
};

const states: Record<string, readonly Message[]> = {
  'delivered before': [sent(120)],
  'delivered since': [sent(20)],
  'delivered late': [sent(30, 1_498)],
  waiting: [sent(0.2, 9, pending)],
  'stuck since': [sent(30, 9, pending)],
  'six stuck': several(6, pending, 20),
  'failed since': [sent(30, 9, failed('undeliverable'))],
  unconfirmed: [sent(30, 9, { status: 'pending', statusWord: undefined })],
};

const incidents: Record<string, readonly OperatorTrouble[]> = Object.fromEntries(
  (
    [
      ['slow', 'degraded', 'late', 0.3],
      ['failing', 'down', 'failures', 0.9],
      ['partly failing', 'degraded', 'failures', 0.3],
      ['perhaps down', 'down', 'waiting', 0.9],
    ] as const
  ).map(([name, verdict, kind, share]) => {
    const findings = [{ ...found.findings[0], kind, share, isOfMost: share > 0.5 }] as typeof found.findings;
    const latest = { ...found, findings, owner: kind === 'waiting' ? ('operator' as const) : undefined };
    const incident = testIncident({ verdict });
    const spans = [testSpan('Entel', { verdict, latest })];
    return [
      `${name}, delivered before`,
      troublesOf({ ...incident, evidence: { ...incident.evidence, spans } }),
    ];
  }),
);
const recovering = testIncident();
const goodNow = [testSpan('Entel', { latest: { ...found, findings: [] }, isFirstSeen: true })];
const further: Record<string, Scene> = {
  ...Object.fromEntries(
    Object.entries(incidents).map(([name, known]) => [name, { messages: [sent(120)], known }]),
  ),
  'recovering, stuck': {
    messages: [sent(30, 9, pending)],
    known: troublesOf({ ...recovering, evidence: { ...recovering.evidence, spans: goodNow } }),
  },
  'incident elsewhere': { messages: [sent(120, 9, { operator: 'WOM' })], known: troublesOf(testIncident()) },
  'incident newer than the stuck ones': {
    messages: several(3, pending, days(1)),
    known: troublesOf(testIncident()),
  },
  'no messages': { messages: [] },
  'none, newest before': { messages: [sent(32)], minutes: 10 },
  'none, newest before, incident': {
    messages: [sent(32, 9, pending)],
    minutes: 10,
    known: troublesOf(testIncident()),
  },
  'no codes': { messages: [sent(20, 9, {}, 'link')], kinds: ['code'] },
  'codes only': { messages: [sent(12, 9, {}, 'link'), sent(15)], kinds: ['code'] },
  'newest is no code': { messages: [sent(12, 9, {}, 'link'), sent(15, 9, pending)] },
  'newest is no code, all stuck': { messages: [sent(12, 9, pending, 'link'), sent(15, 9, pending)] },
  'late by 1 min 51 s': { messages: [sent(5, 111), sent(60), sent(90), sent(95), sent(99)] },
  'slower than usual': {
    messages: [sent(111 / 60, 9, pending), sent(60), sent(90), sent(95), sent(99)],
  },
  'waiting late': { messages: [sent(3, 9, pending)] },
  'stuck at the platform': { messages: [sent(30, 9, { ...pending, operatorAt: undefined })] },
  'stuck after a delivery': { messages: [...several(2, pending), sent(days(2))] },
  'failed and stuck': { messages: [sent(30, 9, failed('expired')), sent(60, 9, pending)] },
  'operator changed': { messages: [sent(5), sent(days(1), 9, { operator: 'WOM' })] },
  'expired often': { messages: several(4, failed('expired')) },
  'failed eleven times': { messages: several(11, failed('undeliverable')), days: 7 },
  rejected: { messages: [sent(30, 9, failed('rejected'))] },
  'failed without a reason': { messages: [sent(30, 9, failed('failed'))] },
  'failed before hand-over': { messages: [sent(30, 9, { ...failed('failed'), operatorAt: undefined })] },
  'never confirmed': { messages: several(2, pending, days(4)), days: 7 },
};

interface Scene {
  readonly messages: readonly Message[];
  readonly known?: readonly OperatorTrouble[];
  readonly kinds?: readonly MessageKind[];
  readonly minutes?: number;
  readonly days?: number;
}

async function answer({ messages, known = [], kinds, minutes, days = 3 }: Scene, language: Language) {
  const spec = minutes
    ? ({ kind: 'last_minutes', minutes } as const)
    : ({ kind: 'last_days', days } as const);
  const request = { msisdn: '56912345678', spec, sender: undefined, kinds };
  const acts = { note: () => {} };
  const user = { id: 'U1', name: 'Ana', language, membership: 'member', timeZone: 'UTC' } as const;
  const model = await lookUpFor(
    'looked_up',
    { kind: 'number', request, page: 0 },
    { user, now, acts } as unknown as Parameters<typeof lookUpFor>[2],
    featureDeps({
      platform: {
        messages: ({ start, end }) => ({
          counts: { ...emptyReadCounts(), received: 0 },
          async *[Symbol.asyncIterator]() {
            yield* messages.filter(({ platformAt = now }) => platformAt >= start && platformAt < end);
          },
        }),
      },
      traffic: { storedIfOpen: async () => undefined },
      stores: { knownTrouble: { troubles: () => known, channelsOf: () => ['C0SMS'] } },
      slack: { access: { allowsChannel: () => true } },
      runtime: { now: () => now },
    }),
  );
  if (!('verdict' in model)) throw new Error('a number was asked for');
  const t = statusTranslations(language);
  const options = { t, format: createFormatter(t, 'UTC', now), senders: new Map() };
  const { text } = statusView(model, options, { seal: () => '', sealTracked: () => '', canShare: false });
  const isStage = (line: string) => /^\S.* {2,}/.test(line);
  return text
    .split('\n')
    .filter((line) => !isStage(line))
    .join(' ▪ ');
}

test('each state of a number has one verdict, and what to say and do agrees with it', async () => {
  const scenes = Object.entries(states).flatMap(([state, messages]) =>
    Object.entries(troubles).map(([name, known]) => [`${state}, ${name}`, { messages, known }] as const),
  );
  const lines: string[] = [];
  for (const [name, scene] of [...scenes, ...Object.entries(further)]) {
    lines.push(name);
    for (const language of ['en', 'es'] as const)
      lines.push(`  ${language}  ${await answer(scene, language)}`);
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('states.txt');
});
