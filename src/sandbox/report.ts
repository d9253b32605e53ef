import { type Disturbance, type SandboxMessage, stateAt } from './traffic/message.ts';
import { type PlatformReportEntry, type PlatformReportRequest, platformReportEntry } from './wire.ts';

/** Messages looked at for one part of the body: a part is made without a pause. */
const MESSAGES_PER_PART = 256;

interface ReportView {
  /** Epoch seconds; the whole report shows this moment, however long it takes to read. */
  readonly now: number;
  readonly disturbance: Disturbance;
  /** Added to `total`. */
  readonly wrongTotal: number;
  /** How many entries, from the first on, do not fit the interface. */
  readonly badEntries: number;
}

/**
 * The body of an MT report in parts. `total` comes last, as the interface lists it,
 * so that nothing needs to be counted or kept beforehand.
 */
export function* reportBody(
  messages: Iterable<SandboxMessage>,
  { desde, hasta }: Pick<PlatformReportRequest, 'desde' | 'hasta'>,
  sender: string | undefined,
  view: ReportView,
): Generator<string> {
  let part = '{"data":[';
  let looked = 0;
  let total = 0;
  for (const message of messages) {
    if (sender === undefined || message.sender === sender) {
      const entry = platformReportEntry(message, stateAt(message, view.now, view.disturbance));
      part += total === 0 ? '' : ',';
      part += JSON.stringify(total < view.badEntries ? spoil(entry, total) : entry);
      total++;
    }
    if (++looked % MESSAGES_PER_PART === 0) {
      yield part;
      part = '';
    }
  }
  const rest = JSON.stringify({ desde, hasta, total: total + view.wrongTotal });
  yield `${part}],${rest.slice(1)}`;
}

/** An entry with a wrong type or a missing field, a different one at each turn. */
function spoil(entry: PlatformReportEntry, turn: number): unknown {
  const { status: _, ...withoutStatus } = entry;
  const { msisdn: __, ...withoutNumber } = entry;
  const spoilt = [
    { ...entry, msisdn: Number(entry.msisdn) },
    withoutStatus,
    null,
    { ...entry, text: ['no es texto'] },
    { ...entry, time_platform: 'ayer' },
    withoutNumber,
  ];
  return spoilt[turn % spoilt.length];
}
