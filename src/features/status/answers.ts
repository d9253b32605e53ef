import type { Sealer } from '../../crypto.ts';
import { resolvePeriod } from '../../domain/period.ts';
import type { QuestionOptions } from '../../domain/question.ts';
import { isChannel } from '../../slack/access.ts';
import { line, richText, type View, view } from '../../slack/blocks.ts';
import type { Asker } from '../../slack/command.ts';
import { csvFileName } from '../../slack/csv.ts';
import { adviceView, refusalView } from '../../slack/errors.ts';
import { createFormats } from '../../slack/format.ts';
import type { Post } from '../../slack/post.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import { toCsv } from './csv.ts';
import { type FindMessageDeps, findMessage, type MessageModel } from './find-message.ts';
import { foundBlocks } from './found-view.ts';
import { type LookupDeps, lookUp, type StatusModel } from './lookup.ts';
import { type OthersDeps, othersOf } from './others.ts';
import { type Problem, problemView } from './problem-view.ts';
import { sealWaited, waitedMessage } from './settle-message.ts';
import { createTurnSealer, type NumberTurn, type Turn } from './turn.ts';
import { type ButtonOptions, foundView, noticesOf, sharedView, statusView } from './view.ts';

export type AnswerDeps = QuestionOptions &
  LookupDeps &
  OthersDeps &
  FindMessageDeps & { readonly sealer: Sealer; readonly post: Post };

/** Looks up what was asked, and says it. */
export async function answerTurn(turn: Turn, asker: Asker, deps: AnswerDeps): Promise<View> {
  const model = await withOthers(await modelFor(turn, asker, deps), deps);
  if ('problem' in model) return problemView(model, asker.words, deps.senders);
  const options = viewOptions(asker, deps);
  const buttons: ButtonOptions = {
    seal: createTurnSealer(deps.sealer),
    sealWaited: (msisdn, message) => {
      const waited = waitedMessage(deps.sealer, msisdn, message);
      return waited && sealWaited(deps.sealer, waited);
    },
    // A direct message has nobody to share with.
    canShare: isChannel(asker.channelId),
  };
  return 'verdict' in model ? statusView(model, options, buttons) : foundView(model, options, buttons);
}

/** Posts the answer, read anew, in the channel it was asked in, and says that it did or why not. */
export async function shareTurn(turn: Turn, asker: Asker, deps: AnswerDeps): Promise<View> {
  const { words, channelId, person } = asker;
  const model = await withOthers(await modelFor(afresh(turn), asker, deps), deps);
  if ('problem' in model) return problemView(model, words, deps.senders);
  if ('found' in model && !model.found) return view(...foundBlocks(model, viewOptions(asker, deps)));
  if (!isChannel(channelId)) return adviceView(words.post.refused.notMember, words);
  const formats = createFormats(words, person.timeZone, model.now, { isLasting: true });
  const shared = sharedView(model, { ...viewOptions(asker, deps), formats }, person.name);
  const refusal = await deps.post.toChannel(channelId, shared);
  return refusal ? refusalView(refusal, words) : view(richText(line(words.post.shared)));
}

/** Sends all messages of a number, read anew and not one page of them, to the asker as a file. */
export async function sendCsv(turn: NumberTurn, asker: Asker, deps: AnswerDeps): Promise<View> {
  const { words, person, now } = asker;
  const model = await numberModel(afresh(turn), asker, deps);
  if ('problem' in model) return problemView(model, words, deps.senders);
  const name = csvFileName('sms', now);
  const comment = view(
    richText(line(words.post.csvComment), ...noticesOf(model, words).map((notice) => line(notice))),
  );
  const refusal = await deps.post.fileTo(person.id, {
    name,
    title: name,
    content: toCsv(model.all),
    comment,
  });
  return refusal ? refusalView(refusal, words) : view(richText(line(words.post.csvSent)));
}

/** What lasts must be true when it is posted, not when the page was made. */
function afresh<T extends Turn>(turn: T): T {
  return turn.kind === 'number' ? { ...turn, asOf: undefined } : turn;
}

async function modelFor(
  turn: Turn,
  asker: Asker,
  deps: AnswerDeps,
): Promise<StatusModel | MessageModel | Problem> {
  if (turn.kind === 'message') return findMessage(turn.request, asker.person.timeZone, deps);
  return numberModel(turn, asker, deps);
}

async function withOthers<T extends StatusModel | MessageModel | Problem>(
  model: T,
  deps: OthersDeps,
): Promise<T> {
  const others = 'verdict' in model ? await othersOf(model, deps) : undefined;
  return others ? { ...model, others } : model;
}

async function numberModel(
  turn: NumberTurn,
  { person, now }: Asker,
  deps: AnswerDeps,
): Promise<StatusModel | Problem> {
  // A page turned after midnight is still one of the day that was asked for.
  const period = resolvePeriod(turn.request.spec, person.timeZone, turn.asOf ?? now);
  return 'problem' in period ? period : lookUp(turn.request, period, turn, deps);
}

function viewOptions({ words, formats }: Asker, { senders }: AnswerDeps): ViewOptions {
  return { words, formats, senders };
}
