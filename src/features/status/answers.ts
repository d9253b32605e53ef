import type { Sealer } from '../../crypto.ts';
import { resolvePeriod } from '../../domain/period.ts';
import { line, richText, type View, view } from '../../slack/blocks.ts';
import type { Asker } from '../../slack/command.ts';
import { adviceView } from '../../slack/errors.ts';
import { createFormats } from '../../slack/format.ts';
import type { Post, SlackRefusal } from '../../slack/post.ts';
import type { Advice, Words } from '../../slack/words/index.ts';
import { toCsv } from './csv.ts';
import { type FindMessageDeps, findMessage, type MessageModel } from './find-message.ts';
import type { InputOptions } from './input.ts';
import { type LookupDeps, lookUp, type StatusModel } from './lookup.ts';
import { type Problem, problemView } from './problem-view.ts';
import { sealTurn, type Turn } from './turn.ts';
import { type ButtonOptions, foundView, sharedView, statusView, type ViewOptions } from './view.ts';

export interface AnswerDeps extends InputOptions {
  readonly upstream: LookupDeps['upstream'] & FindMessageDeps['upstream'];
  readonly settleHours: number;
  readonly now: () => Date;
  readonly sealer: Sealer;
  readonly post: Post;
}

/** Looks up what was asked, and says it. */
export async function answerTurn(turn: Turn, asker: Asker, deps: AnswerDeps): Promise<View> {
  const model = await modelFor(turn, asker, deps);
  if ('problem' in model) return problemView(model, asker.words, deps.senders);
  const options = viewOptions(asker, deps);
  const buttons: ButtonOptions = {
    seal: (to) => sealTurn(deps.sealer, to),
    // A direct message has nobody to share with.
    canShare: asker.channelId !== undefined && !asker.channelId.startsWith('D'),
  };
  return 'verdict' in model ? statusView(model, options, buttons) : foundView(model, options, buttons);
}

/** Posts the answer in the channel it was asked in, masked as everywhere, and says that it did or why not. */
export async function shareTurn(turn: Turn, asker: Asker, deps: AnswerDeps): Promise<View> {
  const { words, channelId, person } = asker;
  const model = await modelFor(turn, asker, deps);
  if ('problem' in model) return problemView(model, words, deps.senders);
  if (channelId === undefined) return adviceView(words.post.refused.notMember, words);
  const formats = createFormats(words, person.timeZone, model.now, { isLasting: true });
  const shared = sharedView(model, { ...viewOptions(asker, deps), formats }, person.name);
  const refusal = await deps.post.toChannel(channelId, shared);
  return refusal ? refusalView(refusal, words) : view(richText(line(words.post.shared)));
}

/** Sends all messages of the answer, not one page of it, to the asker as a file. */
export async function sendCsv(turn: Turn, asker: Asker, deps: AnswerDeps): Promise<View> {
  const { words, person, now } = asker;
  const model = await modelFor(turn, asker, deps);
  if ('problem' in model) return problemView(model, words, deps.senders);
  const traced = 'verdict' in model ? model.all : model.found ? [model.found.traced] : [];
  const name = `sms-${now.toISOString().slice(0, 16).replaceAll(/[:T]/g, '-')}.csv`;
  const comment = view(richText(line(words.post.csvComment)));
  const refusal = await deps.post.fileTo(person.id, { name, title: name, content: toCsv(traced), comment });
  return refusal ? refusalView(refusal, words) : view(richText(line(words.post.csvSent)));
}

async function modelFor(
  turn: Turn,
  asker: Asker,
  deps: AnswerDeps,
): Promise<StatusModel | MessageModel | Problem> {
  const { person, now } = asker;
  if (turn.kind === 'message') return findMessage(turn.request, person.timeZone, deps);
  // A page turned after midnight is still one of the day that was asked for.
  const period = resolvePeriod(turn.request.spec, person.timeZone, turn.asOf ?? now);
  if ('problem' in period) return period;
  return lookUp(turn.request, period, turn, deps);
}

function viewOptions({ words, formats }: Asker, { senders }: AnswerDeps): ViewOptions {
  return { words, formats, senders };
}

function refusalView({ refused }: SlackRefusal, words: Words): View {
  const { notMember, archived, notAllowed, timeout, busy, other } = words.post.refused;
  const known: Readonly<Record<string, Advice>> = {
    not_in_channel: notMember,
    channel_not_found: notMember,
    is_archived: archived,
    restricted_action: notAllowed,
    missing_scope: notAllowed,
    not_allowed_token_type: notAllowed,
    ratelimited: busy,
    timeout,
    server_error: timeout,
  };
  return adviceView(known[refused] ?? other(refused), words);
}
