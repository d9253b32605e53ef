import { z } from 'zod';
import type { Act } from '../../domain/audit.ts';
import {
  type Period,
  type PeriodSpec,
  parsePeriod,
  periodToText,
  resolvePeriod,
} from '../../domain/time/period.ts';
import type { Made, ShareKind } from '../../posting/shared-answer.ts';
import { type Sealer, sealedJson } from '../../runtime/crypto.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { channelViewOptions, viewOptionsFor } from '../../slack/blocks/view-options.ts';
import type { FeatureDeps } from '../dependencies.ts';
import { anew, createStatusButtons, openStatusButton } from './actions.ts';
import { statusDetailsView } from './details-view.ts';
import { MAX_LOOKUP_DAYS, type NumbersRequest } from './input.ts';
import { type StatusContext, type StatusTranslations, statusTranslations } from './locales/index.ts';
import { type LookupModel, lookUpFor, msisdnOf, type StatusQuery } from './lookup.ts';
import { lookUpNamed, lookUpNumbers } from './lookup-each.ts';
import { datedRequest, messageView } from './message/view.ts';
import { statusProblemView } from './problem/view.ts';
import { type AskedInMessage, openAsked, periodFor, queriesFor, sealAsked } from './shortcut/input.ts';
import { noteOn, sharedNamedView, sharedNumbersView } from './shortcut/view.ts';
import { sharedStatusView, wholeStatusView } from './view.ts';

type MadeStatus = Made<StatusTranslations>;

export function createStatusShare(deps: FeatureDeps): ShareKind<StatusTranslations> {
  const { sealer } = deps.runtime;
  return {
    name: 'status',
    act: 'looked_up',
    translations: statusTranslations,
    async make(asked, { act, context, sharedBy }) {
      const numbers = openNumbers(sealer, asked);
      if (numbers) {
        context.acts.note(act, { numbers: numbers.msisdns });
        return makeNumbers(numbers, context, deps);
      }
      const named = openAsked(sealer, asked);
      if (named) return makeNamed(named, act, context, deps);
      const query = openStatusButton(sealer, asked);
      if (!query) return undefined;
      const model = await lookUpFor(act, anew(query), context, deps);
      if ('problem' in model)
        return { instead: (reader) => statusProblemView(model, viewOptionsFor(reader, deps.settings)) };
      return makeStatus(model, query, { context, sharedBy }, deps);
    },
  };
}

function makeStatus(
  model: LookupModel,
  query: StatusQuery,
  { context, sharedBy }: { readonly context: StatusContext; readonly sharedBy: string | undefined },
  { settings, runtime: { sealer } }: FeatureDeps,
): MadeStatus {
  if ('found' in model && !model.found) {
    const buttons = createStatusButtons(sealer, context.channelId);
    return { instead: (reader) => messageView(model, viewOptionsFor(reader, settings), buttons) };
  }
  const options = channelViewOptions({ ...context, now: model.now }, settings);
  const made = {
    asked: createStatusButtons(sealer).seal(datedQuery(query, model)),
    numbers: [msisdnOf(model)],
  };
  if (sharedBy === undefined) return { ...made, shared: wholeStatusView(model, options) };
  const shared = sharedStatusView(model, options, sharedBy);
  return { ...made, shared, thread: statusDetailsView(model, options) };
}

/** By its days: on another day “yesterday” would show what was not shared. */
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

/** `2026-11-18T12:00Z` */
const minuteOf = (at: Date) => `${at.toISOString().slice(0, 16)}Z`;

async function makeNumbers(
  request: NumbersRequest,
  context: StatusContext,
  deps: FeatureDeps,
): Promise<MadeStatus> {
  const { settings, runtime } = deps;
  const model = await lookUpNumbers(request, context, deps);
  if ('problem' in model)
    return { instead: (reader) => statusProblemView(model, viewOptionsFor(reader, settings)) };
  const options = channelViewOptions({ ...context, now: model.now }, settings);
  const dated = { ...request, spec: datedSpec(request.spec, model.period) };
  const shared = sharedNumbersView(model, options);
  return { asked: sealNumbers(runtime.sealer, dated), numbers: request.msisdns, shared };
}

async function makeNamed(
  asked: AskedInMessage,
  act: Act,
  context: StatusContext,
  deps: FeatureDeps,
): Promise<MadeStatus> {
  const { settings, runtime } = deps;
  const spec = periodFor(asked, context);
  const { user, now } = context;
  const period = resolvePeriod(spec, user.timeZone, now, { maxDays: MAX_LOOKUP_DAYS });
  const dated = { ...asked, spec: 'problem' in period ? spec : datedSpec(spec, period) };
  const model = await lookUpNamed(act, queriesFor(dated, context), context, deps);
  const options = channelViewOptions({ ...context, now: model.now }, settings);
  return {
    asked: sealAsked(runtime.sealer, dated),
    numbers: asked.named.flatMap((name) => (name.by === 'number' ? [name.msisdn] : [])),
    shared: sharedNamedView(model, noteOn(asked, { ...context, formatter: options.formatter }), options),
  };
}

const sealedNumbers = sealedJson(
  'status.numbers',
  z.object({ m: z.array(z.string()).min(1).max(5), p: z.string(), s: z.string().optional() }),
);

export function sealNumbers(sealer: Sealer, { msisdns, spec, sender }: NumbersRequest): string {
  return sealedNumbers.seal(sealer, { m: [...msisdns], p: periodToText(spec), s: sender });
}

function openNumbers(sealer: Sealer, sealed: string): NumbersRequest | undefined {
  const plain = sealedNumbers.open(sealer, sealed);
  const spec = plain && parsePeriod(plain.p);
  return spec && !('problem' in spec) ? { msisdns: plain.m, spec, sender: plain.s } : undefined;
}
