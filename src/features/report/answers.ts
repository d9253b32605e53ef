import { doubtsOf } from '../../domain/doubts.ts';
import { resolvePeriod, settlesAt } from '../../domain/period.ts';
import type { QuestionOptions } from '../../domain/question.ts';
import { areUntold } from '../../domain/routes.ts';
import { inTurns } from '../../ops/in-turns.ts';
import { bold, line, richText, type View, view } from '../../slack/blocks.ts';
import type { Asker, LongAnswer } from '../../slack/command.ts';
import { csvFileName } from '../../slack/csv.ts';
import { adviceView, refusalView } from '../../slack/errors.ts';
import { createFormats } from '../../slack/format.ts';
import { answerLong, type LongRun, type LongRunDeps } from '../../slack/long-run.ts';
import { doubtNotices, manyOperatorsNotice } from '../../slack/notices.ts';
import type { Post } from '../../slack/post.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import { bucketsOf } from './aggregate.ts';
import { toCsv } from './csv.ts';
import { MAX_REPORT_DAYS } from './input.ts';
import { REPORT_RUN } from './long.ts';
import { problemView } from './problem-view.ts';
import { type ReadingDeps, startReading } from './reading.ts';
import { type ReportTurn, sealTurn } from './turn.ts';
import { reportView, seenIn, sharedView, subjectOf } from './view.ts';

export type AnswerDeps = QuestionOptions &
  ReadingDeps &
  LongRunDeps & {
    readonly post: Post;
  };

/** Makes the report that was asked for; one that takes long comes by direct message. */
export async function answerTurn(
  turn: ReportTurn,
  asker: Asker,
  deps: AnswerDeps,
): Promise<View | LongAnswer> {
  const { request } = turn;
  const period = periodFor(turn, asker);
  if ('problem' in period) return problemView(period, asker.words, deps.senders);
  const options = viewOptions(asker, deps);
  const seal = (asked: ReportTurn['request'], seen?: string) =>
    sealTurn(deps.sealer, { ...turn, request: asked, seen });
  const reading = startReading(request, period, deps, asker.now);
  const { id: userId, language } = asker.person;
  const run: LongRun = {
    kind: REPORT_RUN,
    userId,
    channelId: asker.channelId,
    language,
    subject: subjectOf(request, period, options),
    again: seal(request),
    making: { over: reading.model, progress: reading.progress, stop: reading.stop },
    toView: async () =>
      reportView(await reading.model, options, { seal, canShare: turn.channelId !== undefined }),
  };
  return answerLong(run, deps);
}

/**
 * Posts the report, read anew, in the channel it was asked in, and says that it did or why not; and where its figures
 * are others by now than whoever shares it has seen.
 */
export async function shareTurn(turn: ReportTurn, asker: Asker, deps: AnswerDeps): Promise<View> {
  const { words, person } = asker;
  const period = periodFor(turn, asker);
  if ('problem' in period) return problemView(period, words, deps.senders);
  if (turn.channelId === undefined) return adviceView(words.post.refused.notMember, words);
  const model = await startReading(turn.request, period, deps, asker.now).model;
  const formats = createFormats(words, person.timeZone, asker.now, { isLasting: true });
  const shared = sharedView(model, { ...viewOptions(asker, deps), formats }, person.name, asker.now);
  const refusal = await deps.post.toChannel(turn.channelId, shared);
  if (refusal) return refusalView(refusal, words);
  const isOther = turn.seen !== undefined && turn.seen !== seenIn(model);
  return view(richText(line(isOther ? words.report.sharedAnew : words.report.shared)));
}

/** Sends the figures behind a report to the asker as a file. */
export async function sendCsv(turn: ReportTurn, asker: Asker, deps: AnswerDeps): Promise<View> {
  const { words, person, now } = asker;
  const period = periodFor(turn, asker);
  if ('problem' in period) return problemView(period, words, deps.senders);
  const { sender, msisdn } = turn.request;
  const figures = await deps.traffic.figuresFor({ period, sender, msisdn });
  const { settleHours } = deps;
  const { asOf } = figures;
  const isSettled = asOf >= settlesAt(period, settleHours);
  const name = csvFileName('sms-report', now);
  const parts = await inTurns(bucketsOf(period, figures));
  const content = toCsv(parts, {
    settleHours,
    isSettled,
    othersName: words.report.csvOthers,
  });
  const options = viewOptions(asker, deps);
  // The message lasts: it says by itself what it is about, and since when.
  const lasting = { ...options, formats: createFormats(words, person.timeZone, now, { isLasting: true }) };
  const subject = subjectOf(turn.request, period, { ...lasting, isShared: true });
  const notices = doubtNotices(doubtsOf(figures), asOf, lasting);
  if (parts.some((part) => areUntold(part.figures))) notices.push(manyOperatorsNotice(lasting));
  const comment = view(
    richText(
      line(bold(subject), ` · ${words.report.asOf(lasting.formats.since(asOf))}`),
      line(words.report.csvComment),
      ...notices.map((notice) => line(notice)),
    ),
  );
  const refusal = await deps.post.fileTo(person.id, { name, title: name, content, comment });
  return refusal ? refusalView(refusal, words) : view(richText(line(words.post.csvSent)));
}

function periodFor({ request }: ReportTurn, { person, now }: Asker) {
  return resolvePeriod(request.spec, person.timeZone, now, { maxDays: MAX_REPORT_DAYS });
}

function viewOptions({ words, formats }: Asker, { senders }: AnswerDeps): ViewOptions {
  return { words, formats, senders };
}
