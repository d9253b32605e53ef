import { describe, expect, test } from 'vitest';
import { type OperatorTrouble, troublesOf } from '../../../../src/domain/detection/operator-trouble.ts';
import type { Message } from '../../../../src/domain/messages/message.ts';
import { type StatusContext, statusTranslations } from '../../../../src/features/status/locales/index.ts';
import type { StatusQuery } from '../../../../src/features/status/lookup.ts';
import { answerTicket } from '../../../../src/features/status/ticket/index.ts';
import { ticketUrl } from '../../../../src/features/status/ticket/view.ts';
import type { Language } from '../../../../src/i18n/index.ts';
import { createFormatter } from '../../../../src/slack/blocks/format.ts';
import { gatherActs } from '../../../../src/slack/listeners/context.ts';
import { emptyReadCounts } from '../../../../src/upstream/report/request.ts';
import { featureDeps } from '../../../support/feature-deps.ts';
import { golden } from '../../../support/golden.ts';
import { testIncident } from '../../../support/incident-scenes.ts';
import { at, testMessage } from '../../../support/messages.ts';

const now = at('15:40:00');
const timeZone = 'America/Santiago';
const template = 'https://desk.example.com/new?subject={subject}&description={description}';
const times = { platformAt: at('15:10:05'), operatorAt: at('15:10:07'), handsetAt: undefined };
const stuck = testMessage({ ...times, status: 'pending', statusWord: 'enroute' });
const spec = { kind: 'last_days', days: 3 } as const;
const byNumber: StatusQuery = {
  kind: 'number',
  request: { msisdn: '56912345678', spec, sender: '56001' },
  page: 0,
};
const byReference = (reference: string): StatusQuery => ({
  kind: 'message',
  request: { by: 'reference', day: { kind: 'day', day: '2026-11-17' }, reference },
});

interface Scene {
  readonly query: StatusQuery;
  readonly message?: Message;
  readonly template?: string;
  readonly troubles?: readonly OperatorTrouble[];
}

const scenes: Readonly<Record<string, Scene>> = {
  delivered: { query: byNumber, message: testMessage({ sender: '56001', text: 'Tu clave es 482913' }) },
  'stuck-in-an-incident': {
    query: byNumber,
    message: stuck,
    troubles: troublesOf(testIncident()),
    template,
  },
  'a-reference': {
    query: byReference('TRX-20261117-0042'),
    message: testMessage({
      ...{ status: 'failed', statusWord: 'expired', sender: '56001' },
      platformAt: new Date('2026-11-17T15:05:20Z'),
      operatorAt: new Date('2026-11-17T15:05:22Z'),
      handsetAt: undefined,
    }),
  },
  'a-reference-with-the-number': { query: byReference('OTP-912345678-1'), message: testMessage() },
  hostile: {
    query: byNumber,
    message: testMessage({
      operator: '<!here> *Entel*\n9 1234 5678',
      statusWord: '<@U1> 482913',
      status: 'other',
    }),
  },
};

function answer({ query, message, troubles = [], ...settings }: Scene, language: Language) {
  const read = {
    counts: { ...emptyReadCounts(), received: 1 },
    async *[Symbol.asyncIterator]() {
      if (message) yield message;
    },
  };
  const deps = featureDeps({
    platform: {
      messages: () => read,
      message: async () => message && { message, others: [{ label: 'password', value: 'geheim' }] },
    },
    traffic: { storedIfOpen: async () => undefined },
    stores: { knownTrouble: { troubles: () => troubles, channelsOf: () => [] } },
    settings: { senders: new Map([['56001', 'OTP']]), ticketUrlTemplate: settings.template },
    runtime: { now: () => now },
  });
  const t = statusTranslations(language);
  const user = { id: 'U1', name: 'Ana', language, timeZone, membership: 'member' } as const;
  const format = createFormatter(t, timeZone, now);
  const context: StatusContext = {
    ...{ user, t, format, now, channelId: 'C1', acts: gatherActs() },
    countFurther: async () => {},
  };
  return answerTicket(query, context, deps);
}

const family = golden('ticket', ['stuck-in-an-incident']);

describe.each(['en', 'es'] as const)('the text for a ticket, in %s', (language) => {
  test.each(Object.entries(scenes))('%s', async (name, scene) => {
    const shown = await answer(scene, language);
    family.state(name, language, shown);
    expect(JSON.stringify(shown)).not.toMatch(/12345678|1234 5678|482913|geheim/);
  });
});

test('names no incident at another operator', async () => {
  const message = { ...stuck, operator: 'WOM' };
  const { text } = await answer({ query: byNumber, message, troubles: troublesOf(testIncident()) }, 'en');
  expect(text).toContain('stuck, 29 min 53 s (enroute)');
  expect(text).not.toContain('Incident');
});

test.each([
  ['ordinary', 'Ä & ü?#', 'a=b\nc%d'],
  ['long', 'x'.repeat(5_000), '•'.repeat(5_000)],
  ['half a character', '\ud83d', 'y\udc4d'],
])(
  'the link has an encoded subject and description, and at most 3,000 characters: %s',
  (_, subject, description) => {
    const link = ticketUrl(`${template}&x=${'p'.repeat(900)}`, { subject, description });
    expect(link.length).toBeLessThanOrEqual(3_000);
    const fields = new URL(link).searchParams;
    expect(
      [fields.get('subject'), fields.get('description')].map((text) =>
        text?.slice(0, 8).replace('\ufffd', '?'),
      ),
    ).toEqual([subject, description].map((text) => text.toWellFormed().slice(0, 8).replace('\ufffd', '?')));
    expect(fields.get('description')?.length).toBeGreaterThan(Math.min(description.length - 1, 60));
  },
);
