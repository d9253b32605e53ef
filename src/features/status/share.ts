import { z } from 'zod';
import type { Act } from '../../domain/audit.ts';
import {
  type Period,
  type PeriodSpec,
  parsePeriod,
  periodToText,
  resolvePeriod,
} from '../../domain/time/period.ts';
import type { SharedAnswer, ShareKind } from '../../posting/shared-answer.ts';
import { type Sealer, sealedJson } from '../../runtime/crypto.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { channelViewOptions, viewOptionsFor } from '../../slack/blocks/view-options.ts';
import { kindsRequest } from '../../slack/listeners/typed-command.ts';
import type { Deps } from '../dependencies.ts';
import { createStatusButtons, openStatusButton, withoutAsOf } from './actions.ts';
import { statusDetailsView } from './details-view.ts';
import { MAX_LOOKUP_DAYS, type NumbersRequest } from './input.ts';
import { type StatusContext, type StatusTranslations, statusTranslations } from './locales/index.ts';
import { type LookupModel, lookUpFor, msisdnOf, type StatusQuery } from './lookup.ts';
import { lookUpNamed, lookUpNumbers } from './lookup-each.ts';
import { datedRequest, messageView } from './message/view.ts';
import { statusProblemView } from './problem/view.ts';
import {
  type MessageQuestion,
  openMessageQuestion,
  periodFor,
  queriesFor,
  sealMessageQuestion,
} from './shortcut/input.ts';
import { noteOn, sharedNamedView, sharedNumbersView } from './shortcut/view.ts';
import { sharedStatusView, wholeStatusView } from './view.ts';

type StatusShare = SharedAnswer<StatusTranslations>;

export function createStatusShare(deps: Deps): ShareKind<StatusTranslations> {
  const { sealer } = deps.runtime;
  return {
    name: 'status',
    act: 'looked_up',
    translations: statusTranslations,
    async createAnswer(sealed, { act, context, sharedBy }) {
      const numbers = openNumbers(sealer, sealed);
      if (numbers) {
        context.acts.note(act, { numbers: numbers.msisdns });
        return numbersShare(numbers, context, deps);
      }
      const named = openMessageQuestion(sealer, sealed);
      if (named) return namedShare(named, act, context, deps);
      const query = openStatusButton(sealer, sealed);
      if (!query) return undefined;
      const model = await lookUpFor(act, withoutAsOf(query), context, deps);
      if ('problem' in model)
        return { instead: (reader) => statusProblemView(model, viewOptionsFor(reader, deps.settings)) };
      return statusShare(model, query, { context, sharedBy }, deps);
    },
  };
}

function statusShare(
  model: LookupModel,
  query: StatusQuery,
  { context, sharedBy }: { readonly context: StatusContext; readonly sharedBy: string | undefined },
  { settings, runtime: { sealer } }: Deps,
): StatusShare {
  if ('found' in model && !model.found) {
    const buttons = createStatusButtons(sealer, context.channelId);
    return { instead: (reader) => messageView(model, viewOptionsFor(reader, settings), buttons) };
  }
  const options = channelViewOptions({ ...context, now: model.now }, settings);
  const facts = {
    request: createStatusButtons(sealer).seal(datedQuery(query, model)),
    numbers: [msisdnOf(model)],
  };
  if (sharedBy === undefined) return { ...facts, shared: wholeStatusView(model, options) };
  const shared = sharedStatusView(model, options, sharedBy);
  return { ...facts, shared, thread: statusDetailsView(model, options) };
}

/** Replaces words such as “yesterday” by dates, because people may press the button on another day. */
function datedQuery(query: StatusQuery, model: LookupModel): StatusQuery {
  if (!('verdict' in model)) return { kind: 'message', request: datedRequest(model) };
  const { request, period } = model;
  const page = query.kind === 'number' ? query.page : 0;
  return { kind: 'number', request: { ...request, spec: datedSpec(request.spec, period) }, page };
}

function datedSpec(spec: PeriodSpec, { start, end, firstDay, lastDay }: Period): PeriodSpec {
  if (spec.kind === 'hours') return spec;
  if (spec.kind !== 'last_minutes') return { kind: 'range', from: firstDay, to: lastDay };
  const nextMinute = new Date(Math.ceil(end.getTime() / MINUTE_MS) * MINUTE_MS);
  return { kind: 'hours', from: minuteOf(start), to: minuteOf(nextMinute) };
}

const minuteOf = (at: Date) => `${at.toISOString().slice(0, 16)}Z`;

async function numbersShare(
  request: NumbersRequest,
  context: StatusContext,
  deps: Deps,
): Promise<StatusShare> {
  const { settings, runtime } = deps;
  const model = await lookUpNumbers(request, context, deps);
  if ('problem' in model)
    return { instead: (reader) => statusProblemView(model, viewOptionsFor(reader, settings)) };
  const options = channelViewOptions({ ...context, now: model.now }, settings);
  const dated = { ...request, spec: datedSpec(request.spec, model.period) };
  const shared = sharedNumbersView(model, options);
  return { request: sealNumbers(runtime.sealer, dated), numbers: request.msisdns, shared };
}

async function namedShare(
  question: MessageQuestion,
  act: Act,
  context: StatusContext,
  deps: Deps,
): Promise<StatusShare> {
  const { settings, runtime } = deps;
  const spec = periodFor(question, context);
  const { user, now } = context;
  const period = resolvePeriod(spec, user.timeZone, now, { maxDays: MAX_LOOKUP_DAYS });
  const dated = { ...question, spec: 'problem' in period ? spec : datedSpec(spec, period) };
  const model = await lookUpNamed(act, queriesFor(dated, context), context, deps);
  const options = channelViewOptions({ ...context, now: model.now }, settings);
  return {
    request: sealMessageQuestion(runtime.sealer, dated),
    numbers: question.named.flatMap((name) => (name.by === 'number' ? [name.msisdn] : [])),
    shared: sharedNamedView(model, noteOn(question, { ...context, format: options.format }), options),
  };
}

const sealedNumbers = sealedJson(
  'status.numbers',
  z.object({
    m: z.array(z.string()).min(1).max(5),
    p: z.string(),
    s: z.string().optional(),
    k: kindsRequest,
  }),
);

export function sealNumbers(sealer: Sealer, { msisdns, spec, sender, kinds }: NumbersRequest): string {
  const plain = { m: [...msisdns], p: periodToText(spec), s: sender, k: kinds && [...kinds] };
  return sealedNumbers.seal(sealer, plain);
}

function openNumbers(sealer: Sealer, sealed: string): NumbersRequest | undefined {
  const plain = sealedNumbers.open(sealer, sealed);
  const spec = plain && parsePeriod(plain.p);
  if (!spec || 'problem' in spec) return undefined;
  return { msisdns: plain.m, spec, sender: plain.s, ...(plain.k ? { kinds: plain.k } : {}) };
}
