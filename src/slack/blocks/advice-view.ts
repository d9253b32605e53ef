import { isDatabaseFailure } from '../../domain/database-failure.ts';
import { isFailure } from '../../domain/failure.ts';
import type { InputProblem } from '../../domain/input.ts';
import type { NoSuchDate, PeriodProblem } from '../../domain/time/period.ts';
import type { AmbiguousDate } from '../../domain/time/period-phrase.ts';
import type { Advice, Help, HelpLine, Translations } from '../../i18n/index.ts';
import { shortVersion } from '../../runtime/version.ts';
import {
  buttonRefusal,
  isScopeMissing,
  isSignedOut,
  type SlackError,
  toSlackError,
  unavailableReason,
} from '../errors.ts';
import type { RefusalReason } from '../listeners/access.ts';
import {
  bold,
  channel,
  code,
  contextBlock,
  emoji,
  line,
  type Piece,
  richText,
  type View,
  type ViewBlock,
  view,
} from './blocks.ts';
import type { Formatter } from './format.ts';
import { clip, visible } from './text.ts';
import { senderName } from './view-options.ts';

const MOST_CHANNELS_NAMED = 3;
const LONGEST_ECHO = 80;

/** Explains an error as a sentence and a next step. An unknown error counts as a fault of the bot. */
export function explain(error: unknown, t: Translations, format: Formatter): Advice {
  if (!isFailure(error)) {
    if (isDatabaseFailure(error)) return t.failures.database;
    const refusal = toSlackError(error);
    return (refusal && installationAdvice(refusal, t)) ?? t.failures.internal;
  }
  if (error.redirectedTo !== undefined) return t.failures.redirected(error.redirectedTo);
  if (error.openCircuit) {
    const { host, since, probeEveryMs } = error.openCircuit;
    return t.failures.openCircuit[host](format.since(since), format.duration(probeEveryMs / 1000));
  }
  const advice = t.failures[error.code];
  if (error.retryAfterMs === undefined) return advice;
  const wait = format.duration(Math.ceil(error.retryAfterMs / 1000));
  return { sentence: advice.sentence, nextStep: t.failures.waitFor(wait) };
}

export function failureView(advice: Advice, reference: string, t: Translations): View {
  return view(
    richText(line(emoji('warning'), ' ', bold(advice.sentence)), line(advice.nextStep)),
    contextBlock(t.reference(reference)),
  );
}

export function adviceView(
  advice: Advice,
  t: Translations,
  example?: string,
  blocks: readonly ViewBlock[] = [],
): View {
  const lines = [line(bold(advice.sentence)), line(advice.nextStep)];
  if (example !== undefined) lines.push(line(t.example, ' ', code(example)));
  return view(richText(...lines), ...blocks);
}

export function rewriteView(
  sentence: string,
  words: string,
  t: Translations,
  blocks: readonly ViewBlock[] = [],
): View {
  return view(richText(line(bold(sentence), ' ', t.example, ' ', code(words))), ...blocks);
}

export function otherChannelsView(
  refusal: Advice,
  channels: readonly string[],
  supportContact: string | undefined,
  t: Translations,
): View {
  const { answersIn, addedBy } = t.refusals;
  const named = channels.slice(0, MOST_CHANNELS_NAMED).flatMap((id) => [' ', channel(id)]);
  return view(
    richText(
      line(bold(refusal.sentence)),
      ...(named.length > 0 ? [line(answersIn, ...named)] : []),
      line(supportContact === undefined ? refusal.nextStep : addedBy(shownContact(supportContact))),
    ),
  );
}

export function typeInsteadView(command: string, t: Translations): View {
  return view(richText(line(t.typeInstead(command))));
}

export function refusalView(refusal: SlackError, t: Translations): View {
  return adviceView(refusalAdvice(refusal, t), t);
}

export function refusalAdvice(refusal: SlackError, t: Translations): Advice {
  const installation = installationAdvice(refusal, t);
  if (installation) return installation;
  const { refused } = refusal;
  const reason = buttonRefusal(refused);
  if (reason !== undefined) return t.post.refused[reason];
  const closed = unavailableReason(refused);
  return closed === undefined ? t.post.refused.other(refused) : t.channels.closed[closed];
}

export function accessAdvice(
  { refusal, cause }: RefusalReason,
  t: Translations,
  supportContact?: string,
): Advice {
  if (cause) return installationAdvice(cause, t) ?? t.refusals[refusal];
  return refusal === 'person' ? groupAdvice(t.refusals.person, t, supportContact) : t.refusals[refusal];
}

export function groupAdvice(refusal: Advice, t: Translations, supportContact: string | undefined): Advice {
  if (supportContact === undefined) return refusal;
  return { ...refusal, nextStep: t.refusals.groupBy(shownContact(supportContact)) };
}

function installationAdvice({ refused, neededScope }: SlackError, t: Translations): Advice | undefined {
  if (isScopeMissing(refused)) return t.installation.scopeMissing(neededScope);
  return isSignedOut(refused) ? t.installation.token_refused : undefined;
}

export function inputAdvice(
  problem: InputProblem | PeriodProblem,
  t: Translations,
  senders: ReadonlyMap<string, string>,
  notUnderstood: (text: string) => Advice,
): Advice {
  switch (problem.problem) {
    case 'no_number':
      return t.numbers.missing;
    case 'number':
      return t.numbers.invalid(echo(problem.text));
    case 'is_email':
      return t.numbers.isEmail;
    case 'wrong_length':
      return t.numbers.wrongLength(problem);
    case 'not_understood':
      return notUnderstood(echo(problem.text));
    case 'is_sender':
      return t.numbers.isSender(senderName(problem.text, senders));
    case 'no_sender':
      return t.numbers.missingSender;
    case 'sender':
      return t.numbers.invalidSender(echo(problem.text), [...senders.values()]);
    default:
      return periodAdvice(problem, t);
  }
}

type PeriodInputProblem =
  | PeriodProblem
  | NoSuchDate
  | AmbiguousDate
  | Extract<InputProblem, { problem: 'several_periods' }>;

export function periodAdvice(problem: PeriodInputProblem, t: Translations): Advice {
  switch (problem.problem) {
    case 'no_such_date':
      return t.periodProblems.no_such_date(echo(problem.text));
    case 'ambiguous_date':
      return t.periodProblems.ambiguous_date(echo(problem.text));
    case 'too_long':
      return t.periodProblems.too_long(problem.maxDays);
    default:
      return t.periodProblems[problem.problem];
  }
}

/** Shortens a text that a person typed. The text is not masked, so only its author may see the result. */
export function echo(text: string): string {
  return clip(visible(text), LONGEST_ECHO);
}

function shownContact(supportContact: string): string {
  return clip(visible(supportContact), LONGEST_ECHO);
}

export function inOneLine({ sentence, nextStep }: Advice): string {
  return `${sentence} ${nextStep}`;
}

interface HelpOptions {
  readonly version?: string;
  readonly supportContact?: string;
}

export function helpLines(entries: readonly HelpLine[]) {
  return entries.map(([command, meaning]) => line(code(command), ` – ${meaning}`));
}

export function helpView(
  help: Help,
  t: Translations,
  { version = shortVersion(), supportContact }: HelpOptions,
): View {
  const contact = supportContact === undefined ? [] : [t.questionsTo(shownContact(supportContact))];
  return view(
    richText(line(bold(help.title)), ...helpLines(help.usage)),
    richText(line(bold(help.examplesTitle)), ...helpLines(help.examples)),
    ...[...help.notes, ...contact, `SMS Desk ${version}`].map((note) => contextBlock(note)),
  );
}

export interface AnswerLines {
  readonly sign: string;
  /** The answer in at most twelve words. */
  readonly verdict: string;
  /** A sentence that the person can read out to the customer. */
  readonly say?: string | undefined;
  readonly act?: string | readonly Piece[] | undefined;
}

export function answerLines({ sign, verdict, say, act }: AnswerLines, { answer }: Translations) {
  return richText(
    line(emoji(sign), ' ', bold(verdict)),
    ...(say === undefined ? [] : [line(bold(answer.say), ` ${answer.quoted(say)}`)]),
    ...(act === undefined ? [] : [line(bold(answer.act), ' ', ...(typeof act === 'string' ? [act] : act))]),
  );
}
