import { formatTimestamp, SECONDS_A_DAY, utcDate } from './calendar.ts';
import { type Disturbance, type MessageState, type SandboxMessage, stateAt } from './traffic/message.ts';

/** The platform did not receive that information. */
const MISSING = '-';

export type PlatformReportEntry = ReturnType<typeof platformReportEntry>;

/** An entry of the MT report: no sender, reference or identifier. */
function platformReportEntry(message: SandboxMessage, state: MessageState) {
  const isKept = message.lost !== true;
  return {
    msisdn: `+${message.msisdn}`,
    operator: isKept ? message.operator : MISSING,
    status: isKept ? state.status : MISSING,
    text: isKept ? message.text : MISSING,
    time_dlr: timestampOrMissing(isKept ? state.handsetAt : undefined),
    time_operator: timestampOrMissing(isKept ? state.operatorAt : undefined),
    time_platform: timestampOrMissing(isKept ? message.submittedAt : undefined),
  };
}

function timestampOrMissing(time: number | undefined): string {
  return time === undefined ? MISSING : formatTimestamp(time);
}

/** A single message: the number without `+`, the status capitalised, and the sender besides. */
export function messageInfo(message: SandboxMessage, state: MessageState) {
  const entry = platformReportEntry(message, state);
  const status = entry.status.charAt(0).toUpperCase() + entry.status.slice(1);
  return { ...entry, from: message.sender, msisdn: message.msisdn, status };
}

/** Where a message is to be found: its day in UTC, counted from 1970-01-01, and its place in it. */
export type MessagePosition = Pick<SandboxMessage, 'day' | 'place'>;

/** The transaction reference (`trx`) of a message, such as `20261120-100042`. */
export function trxOf({ day, place }: MessagePosition): string {
  return `${utcDate(day).replaceAll('-', '')}-${place}`;
}

/** The identifier of a message (`sms_id`), such as `sms_202611202588q`. */
export function smsIdOf({ day, place }: MessagePosition): string {
  return `sms_${utcDate(day).replaceAll('-', '')}${place.toString(36)}`;
}

/** `undefined` where it was never a reference of this platform. */
export function parseTrx(reference: string): MessagePosition | undefined {
  return positionOf(/^(\d{4})(\d{2})(\d{2})-(\d{1,9})$/.exec(reference), 10);
}

export function parseSmsId(smsId: string): MessagePosition | undefined {
  return positionOf(/^sms_(\d{4})(\d{2})(\d{2})([0-9a-z]{1,6})$/.exec(smsId), 36);
}

function positionOf(match: RegExpExecArray | null, radix: number): MessagePosition | undefined {
  if (match === null) return undefined;
  const [, year, month, day, place = ''] = match;
  const midnight = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(midnight)) return undefined;
  return { day: midnight / 1000 / SECONDS_A_DAY, place: Number.parseInt(place, radix) };
}

/** Messages looked at for one part of the body: a part is made without a pause. */
const MESSAGES_PER_PART = 256;

interface ReportView {
  readonly desde: string;
  readonly hasta: string;
  /** Only messages of this sender (`num_corto`); all where absent. */
  readonly sender: string | undefined;
  /** Epoch seconds; the whole report shows this moment, however long it takes to read. */
  readonly now: number;
  readonly disturbance: Disturbance;
  /** Added to `total`. */
  readonly wrongTotal: number;
  /** How many entries, from the first on, do not fit the interface. */
  readonly badEntries: number;
}

/** An MT report's body in parts; `total` comes last, so nothing needs to be counted or kept beforehand. */
export function* reportBody(messages: Iterable<SandboxMessage>, view: ReportView): Generator<string> {
  let opening = '{"data":[';
  let entries: unknown[] = [];
  let seen = 0;
  let total = 0;
  // A part is serialised at once: that costs a third of the time that it takes entry by entry.
  const part = () => {
    const text = JSON.stringify(entries).slice(1, -1);
    const comma = text !== '' && total > entries.length ? ',' : '';
    entries = [];
    return comma + text;
  };
  for (const message of messages) {
    if (view.sender === undefined || message.sender === view.sender) {
      const entry = platformReportEntry(message, stateAt(message, view.now, view.disturbance));
      entries.push(total < view.badEntries ? spoil(entry, total) : entry);
      total++;
    }
    if (++seen % MESSAGES_PER_PART === 0) {
      yield opening + part();
      opening = '';
    }
  }
  const { desde, hasta, wrongTotal } = view;
  yield `${opening}${part()}],${JSON.stringify({ desde, hasta, total: total + wrongTotal }).slice(1)}`;
}

/** An entry with a wrong type or a missing field, a different one at each turn. */
function spoil(entry: PlatformReportEntry, turn: number): unknown {
  const spoilt = [
    { ...entry, msisdn: Number(entry.msisdn) },
    { ...entry, status: undefined },
    null,
    { ...entry, text: ['no es texto'] },
    { ...entry, time_platform: 'ayer' },
    { ...entry, msisdn: undefined },
  ];
  return spoilt[turn % spoilt.length];
}
