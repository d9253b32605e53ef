import { asTyped, cutTyped, isPeriod, readNumber } from '../../src/domain/input.ts';
import { parseSender, readMsisdn } from '../../src/domain/messages/msisdn.ts';
import { findNamed } from '../../src/domain/messages/names-in-message.ts';
import { findNumbers } from '../../src/domain/messages/numbers-in-text.ts';
import { maskMsisdn, maskText } from '../../src/domain/messages/redaction.ts';
import { readTextAroundNumber } from '../../src/domain/text-around-number.ts';
import { findPeriods } from '../../src/domain/time/find-period.ts';
import { readMomentAhead } from '../../src/domain/time/moment-ahead.ts';
import { readPeriod } from '../../src/domain/time/period-phrase.ts';
import { looksLikeTimeZone, parseTimeOfDay, parseTimeZone } from '../../src/domain/time/time-input.ts';
import { closestSubcommand, parseCheckInput } from '../../src/features/check/input.ts';
import { parseReportInput } from '../../src/features/report/input.ts';
import { parseId, parseReference, parseStatusInput } from '../../src/features/status/input.ts';
import { parseSubscriptionInput } from '../../src/features/summaries/input.ts';
import { parseWatchInput, readAgain } from '../../src/features/watches/input.ts';
import { retryAfterMs } from '../../src/runtime/timeouts.ts';
import { visible } from '../../src/slack/blocks/text.ts';
import { withoutMentions } from '../../src/slack/listeners/mentions.ts';
import { linesOfMessage } from '../../src/slack/listeners/shortcuts.ts';
import { expiryOf } from '../../src/upstream/auth/login.ts';

export const NOW = new Date('2026-11-18T12:00:00Z');
const senders = new Map([
  ['56001', 'OTP'],
  ['56002', 'Reminders'],
  ['56003', 'Mayo'],
]);
const clock = { now: NOW, zone: 'America/Santiago', mayBeMonthFirst: true };
export const options = { defaultRegion: 'CL', senders, clock };

/** Parsers of the texts of commands as they come from Slack. */
const commands: Readonly<Record<string, (text: string) => unknown>> = {
  status: (text) => parseStatusInput(text, options),
  report: (text) => parseReportInput(text, options),
  check: parseCheckInput,
  closestSubcommand,
  watch: (text) => parseWatchInput(`watch ${text}`),
  unwatch: (text) => parseWatchInput(`unwatch ${text}`),
  subscribe: (text) => parseSubscriptionInput(`subscribe ${text}`, senders),
  unsubscribe: (text) => parseSubscriptionInput(`unsubscribe ${text}`, senders),
  snooze: (text) => readMomentAhead(text, { now: NOW, zone: 'UTC', mostMs: 7 * 86_400_000 }),
  period: (text) => readPeriod(text, clock),
  periods: (text) => findPeriods(text, clock),
  zone: parseTimeZone,
  likeZone: looksLikeTimeZone,
  time: parseTimeOfDay,
  number: (text) => readNumber(text, 'CL'),
  numbers: (text) => findNumbers(text, 'CL', isPeriod),
  textAround: readTextAroundNumber,
  identifier: parseId,
  reference: (text) => parseReference({ kind: 'today' }, text),
};

/** Every parser of a text from outside; texts of commands are cut to their limit first. */
export const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  ...Object.fromEntries(
    Object.entries(commands).map(([name, parse]) => [name, (text: string) => parse(cutTyped(text).text)]),
  ),
  asTyped,
  named: (text) => findNamed([text], { region: 'CL', isPeriod }),
  lines: (text) => linesOfMessage({ text }),
  mention: withoutMentions,
  msisdn: (text) => readMsisdn(text, 'CL'),
  sender: parseSender,
  mask: maskMsisdn,
  redaction: (text) => maskText(visible(text)),
  token: expiryOf,
  retryAfter: retryAfterMs,
  again: readAgain,
};
