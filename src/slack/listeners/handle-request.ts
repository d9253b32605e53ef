import { randomInt } from 'node:crypto';
import type { ModalView } from '@slack/types';
import type { AuditEntry } from '../../domain/audit.ts';
import { isDatabaseFailure } from '../../domain/database-failure.ts';
import { isFailure } from '../../domain/failure.ts';
import { LONGEST_TYPED } from '../../domain/input.ts';
import { type Advice, type Language, type Translations, translationsFor } from '../../i18n/index.ts';
import { type Log, withReference } from '../../ops/log.ts';
import type { Metrics } from '../../ops/metrics.ts';
import { startLater } from '../../runtime/timeouts.ts';
import type { Timings } from '../../runtime/timings.ts';
import { accessAdvice, adviceView, explain, failureView, otherChannelsView } from '../blocks/advice-view.ts';
import {
  actions,
  button,
  contextBlock,
  line,
  richText,
  type View,
  view,
  withNote,
} from '../blocks/blocks.ts';
import { createFormatter } from '../blocks/format.ts';
import { type Access, type RefusalReason, refusalOfLater } from './access.ts';
import {
  type Answer,
  type BackgroundAnswer,
  gatherActs,
  type IncomingRequest,
  type RequestContext,
  type RetryButton,
} from './context.ts';
import { isModal, type Responder, type ResponderOptions, responderFor } from './respond.ts';
import { type OverLimit, OverLimitError } from './usage-limits.ts';
import { PATIENCE_MS, type SlackUser, type Users } from './users.ts';

export interface RequestHandlerOptions
  extends Pick<ResponderOptions, 'fetch' | 'post' | 'blockFallback' | 'log'> {
  readonly users: Users;
  readonly access: Access;
  /** Resolves with false if this or another replica has already received the request. */
  readonly isFirst: (requestId: string) => Promise<boolean>;
  readonly audit: (entry: AuditEntry) => void;
  readonly overLimit: (userId: string, uses?: number) => Promise<OverLimit | undefined>;
  readonly supportContact?: string | undefined;
  readonly now: () => Date;
  readonly metrics: Metrics;
  readonly language: Language;
  /** Number of requests that wait for the SMS platform, and the time since when some have been waiting. */
  readonly backlog: () => { readonly waiting: number; readonly since: Date } | undefined;
  readonly timings: Pick<Timings, 'workingAfterMs' | 'waitingAfterMs'>;
  /** Aborted when the bot stops. From then on, errors count as interruptions by the stop, not as failures. */
  readonly stopping?: AbortSignal;
}

interface Handling {
  readonly request: IncomingRequest;
  readonly context: RequestContext;
  readonly respond: Responder['respond'];
  readonly entry: Log;
  readonly reference: string;
  readonly adviceOn: (error: unknown) => Advice;
}

/** Letters and digits that do not sound or look alike, because references are read out on the telephone. */
const REFERENCE_ALPHABET = 'ACDEFHJKLMNPQRTUVWXY3479';

/** Acknowledges a request, checks access, answers, and explains errors, which are caught only here. */
export function createRequestHandler(options: RequestHandlerOptions) {
  const { users, isFirst, log, now, language, backlog } = options;
  const { workingAfterMs, waitingAfterMs } = options.timings;
  const handle = async (request: IncomingRequest, reference: string): Promise<void> => {
    // The person gets an answer even if Slack does not accept the acknowledgement.
    await request
      .ack?.()
      .catch((error: unknown) => log.warn({ err: error }, 'Slack did not accept an acknowledgement'));
    const startedMs = performance.now();
    const { name, requestId, userId, channelId, messageTs, threadTs, answerTo } = request;
    const first = request.mayRepeat ? Promise.resolve(true) : isFirst(requestId);
    const entry = log.child({ ref: reference, name, user: userId, channel: channelId });
    const count = (outcome: string) =>
      options.metrics.request(name, outcome, (performance.now() - startedMs) / 1_000);
    let t = translationsFor(language);
    let asker: SlackUser | undefined;
    const recipient = () => ({ t, user: asker });
    const { respond, tryRespond } = responderFor(answerTo, recipient, { ...options, userId, log: entry });
    const replacesMessage = request.again !== undefined;
    const tryLine = (text: string) => tryRespond({ text, blocks: [] }, replacesMessage);
    let isLoading = false;
    const working = startLater(workingAfterMs, async () => {
      if ((await first) && !isLoading) await tryLine(request.asksPlatform ? t.asking : t.working);
    });

    const patienceMs = patienceFor(request);
    const [user, isOurs] = await Promise.all([users.find(userId, { patienceMs }), first]);
    if (!isOurs) {
      await working.end();
      count('repeated');
      entry.debug('a request that another replica has');
      return;
    }
    asker = user;
    t = translationsFor(user.language);
    // A modal opens at once with a progress text, because Slack's trigger for it expires after three seconds.
    isLoading = isModal(answerTo) && request.asksPlatform;
    if (isLoading) void tryLine(t.asking);
    const askedAt = now();
    const format = createFormatter(t, user.timeZone, askedAt);
    const acts = gatherActs();
    const source = { channelId, messageTs, threadTs };
    const context: RequestContext = {
      ...{ user, ...source, t, format, now: askedAt, acts },
      async countFurther(lookups) {
        const over = lookups > 0 ? await options.overLimit(userId, lookups) : undefined;
        if (over) throw new OverLimitError(over);
      },
    };
    const adviceOn = (error: unknown) => adviceOnFailure(error, context, entry, options.stopping);
    const handling: Handling = { request, context, respond, entry, reference, adviceOn };
    const waiting = startLater(waitingAfterMs, () => {
      if (!request.asksPlatform) return undefined;
      const queued = backlog();
      return tryLine(queued ? t.waiting(queued.waiting, format.since(queued.since)) : t.waitingAlone);
    });
    const answer = await answerOrRefuse(handling, options);
    await waiting.end();
    const hasLine = await working.end();
    const isInPlace = (hasLine || isModal(answerTo)) && replacesMessage;
    try {
      await deliver(answer, { ...handling, hasLine, isInPlace }, options);
      logOutcome(acts.outcome(), Math.round(performance.now() - startedMs), entry);
      count(acts.outcome());
    } catch (error) {
      entry.error({ err: error }, 'Slack did not take the answer');
      count('not_taken');
    }
    const { audited } = request;
    if (audited === 'never' || (audited === 'unless_answered' && acts.outcome() === 'answered')) return;
    const requested = { surface: name, person: userId, team: user.teamId, channel: channelId, reference };
    for (const done of acts.entries(requested)) options.audit(done);
  };
  return (request: IncomingRequest): Promise<void> => {
    const letters = Array.from({ length: 6 }, () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)]);
    const reference = letters.join('');
    return withReference(log, reference, () => handle(request, reference));
  };
}

/** One line for each question that got its answer: the answer, or a sentence about what went wrong. */
function logOutcome(outcome: string, tookMs: number, entry: Log): void {
  if (outcome === 'answered' || outcome === 'refused') entry.info({ tookMs }, outcome);
  else if (outcome === RESTARTING) entry.info({ tookMs }, 'cut off');
  else entry.info({ code: outcome, tookMs }, 'failed');
}

const RESTARTING = 'restarting';

async function deliver(
  answer: Answer,
  handling: Handling & { readonly hasLine: boolean; readonly isInPlace: boolean },
  options: RequestHandlerOptions,
): Promise<void> {
  const { request, context, respond, hasLine, isInPlace } = handling;
  if ('modal' in answer) await openModal(answer.modal, handling);
  else if ('ephemeral' in answer) {
    const { ephemeral, isRefusal = false } = answer;
    const isAskedAgain = isInPlace && !isRefusal && request.again;
    await respond(isAskedAgain ? withAgain(ephemeral, isAskedAgain, context.t) : ephemeral, isInPlace);
  } else if ('finish' in answer) await answerInBackground(answer, handling, options);
  else if (!('isShown' in answer)) await respond(answer, request.replaces);
  // If the answer appears elsewhere, the modal gets a closing text, in place of its progress text.
  else if (isModal(request.answerTo) && (hasLine || !request.answerTo.showsEffect))
    await respond(view(richText(line(context.t.answer.done))), true);
}

/** Limits the wait for data from Slack only if the request may open a form: Slack allows three seconds. */
const patienceFor = ({ open }: IncomingRequest) => (open ? PATIENCE_MS : undefined);

async function answerOrRefuse(handling: Handling, options: RequestHandlerOptions): Promise<Answer> {
  const { request, context, entry, reference, adviceOn } = handling;
  const { t, user, channelId } = context;
  const { access } = options;
  const failure = (advice: Advice): Answer => ({ ephemeral: failureView(advice, reference, t) });
  try {
    const refused = await access.refusalFor(user, channelId, patienceFor(request));
    if (refused)
      return {
        ephemeral: refusedView(refused, handling, options),
        isRefusal: isModal(request.answerTo),
      };
    const isLimited = request.asksPlatform || request.isLimited;
    const over = isLimited ? await options.overLimit(user.id) : undefined;
    if (over) return { ephemeral: overLimitView(over, context, entry) };
    const answer = await request.answer(context);
    if (answer) return request.isCut ? withCutNote(answer, t.cut(LONGEST_TYPED)) : answer;
    entry.warn('a button that cannot be read');
    context.acts.failed('unreadable');
    return failure(t.refusals.staleButton);
  } catch (error) {
    if (error instanceof OverLimitError) return { ephemeral: overLimitView(error.over, context, entry) };
    return failure(adviceOn(error));
  }
}

function withCutNote(answer: Answer, note: string): Answer {
  if ('text' in answer) return withNote(answer, note);
  if ('ephemeral' in answer) return { ephemeral: withNote(answer.ephemeral, note) };
  if ('finish' in answer)
    return { ...answer, interim: answer.interim ? withNote(answer.interim, note) : noteView(note) };
  return 'isShown' in answer ? { ephemeral: noteView(note) } : answer;
}

const noteView = (note: string): View => view(contextBlock(note));

function withAgain(said: View, { blockId, actionId, value }: RetryButton, t: Translations): View {
  const { text, blocks } = said;
  const sealed = typeof value === 'string' ? value : value();
  return { text, blocks: [...blocks, actions(blockId, button(actionId, t.answer.again, sealed))] };
}

async function answerInBackground(
  { interim, replaces = false, finish }: BackgroundAnswer,
  handling: Handling,
  options: RequestHandlerOptions,
): Promise<void> {
  const { request, context, respond, entry, reference, adviceOn } = handling;
  if (interim) {
    await respond(interim, replaces && request.replaces).catch((error: unknown) =>
      entry.warn({ err: error }, 'Slack did not take a line'),
    );
  }
  const late = await finish((error) => failureView(adviceOn(error), reference, context.t));
  if (!late) return;
  const refused = await refusalOfLater(context.user.id, context.channelId, options);
  await respond(refused ? refusedView(refused, handling, options) : late, false);
}

async function openModal(
  modal: ModalView,
  { request, context, respond, entry, reference }: Handling,
): Promise<void> {
  if (!request.open) throw new Error('a modal needs a trigger');
  try {
    await request.open(modal);
  } catch (error) {
    entry.warn({ err: error }, 'a form did not open');
    await respond(failureView(context.t.refusals.formFailed, reference, context.t), false);
  }
}

function overLimitView({ scope, waitMs }: OverLimit, { t, format, acts }: RequestContext, entry: Log): View {
  acts.refused('usage');
  entry.warn({ refusal: 'usage', because: scope }, 'refused');
  const wait = format.duration(Math.ceil(waitMs / 1000));
  return adviceView({ sentence: t.refusals.usage[scope], nextStep: t.failures.waitFor(wait) }, t);
}

function refusedView(
  refused: RefusalReason,
  { context: { t, acts }, entry, reference }: Handling,
  { access, supportContact }: RequestHandlerOptions,
): View {
  acts.refused(refused.refusal);
  entry.warn({ refusal: refused.refusal, because: refused.because }, 'refused');
  if (refused.refusal === 'channel')
    return otherChannelsView(t.refusals.channel, access.channels, supportContact, t);
  const advice = accessAdvice(refused, t, supportContact);
  return refused.refusal === 'unverified' ? failureView(advice, reference, t) : adviceView(advice, t);
}

function adviceOnFailure(
  error: unknown,
  { t, format, acts }: RequestContext,
  entry: Log,
  stopping: AbortSignal | undefined,
): Advice {
  acts.failed(stopping?.aborted ? RESTARTING : failureCodeOf(error));
  if (stopping?.aborted) {
    entry.info({ err: error }, 'cut off as the bot stops');
    return t.failures.restarting;
  }
  // A database failure is logged as information: background jobs log that the database is unavailable.
  if (isDatabaseFailure(error)) entry.info({ err: error }, 'failed without the database');
  else entry.error({ err: error }, 'failed');
  return explain(error, t, format);
}

function failureCodeOf(error: unknown): string {
  if (isDatabaseFailure(error)) return 'database';
  return isFailure(error) ? error.code : 'internal';
}
