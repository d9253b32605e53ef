import type { Translations } from '../i18n/index.ts';
import type { Log } from '../ops/log.ts';
import { valueWithin } from '../runtime/timeouts.ts';
import type { Timings } from '../runtime/timings.ts';
import { adviceView, refusalView } from '../slack/blocks/advice-view.ts';
import { line, richText, type View, view } from '../slack/blocks/blocks.ts';
import { isMessageGone, type SlackError } from '../slack/errors.ts';
import {
  type AnswerButton,
  type Reply,
  type RequestContext,
  SHOWN_THERE,
} from '../slack/listeners/context.ts';
import type { FeatureRouter } from '../slack/listeners/router.ts';
import type { Leases } from '../store/leases.ts';
import type { Place } from './post.ts';
import {
  answerInThread,
  externalAction,
  openShared,
  readAs,
  refreshAction,
  type SharedAnswerDeps,
  type SharedState,
  type ShareKind,
  withRefresh,
} from './shared-answer.ts';

interface RefreshDeps extends SharedAnswerDeps {
  readonly stores: { readonly leases: Pick<Leases, 'take'> };
  readonly runtime: SharedAnswerDeps['runtime'] & { readonly log: Log; readonly timings: Timings };
}

type Outcome<T extends Translations> =
  | { readonly numbers: readonly string[] }
  | {
      readonly instead: (context: RequestContext<T>) => View;
      readonly refused?: string;
    }
  | undefined;

/** The buttons of shared answers: one reads it again, one answers a thread that another organisation reads. */
export function registerShared<T extends Translations>(
  router: FeatureRouter<T>,
  kind: ShareKind<T>,
  deps: RefreshDeps,
): void {
  /** By message: presses at one time share one reading. */
  const running = new Map<string, Promise<Outcome<T>>>();
  const refreshed: AnswerButton<T, SharedState> = async (state, context) => {
    const { channelId, messageTs, acts } = context;
    if (channelId === undefined || messageTs === undefined) return undefined;
    acts.note('refreshed');
    if (!state.isForExternal && (await deps.slack.channelInfo.isExternallyShared(channelId)) === true) {
      acts.refused('external');
      return { ephemeral: adviceView(context.t.post.externalSince, context.t) };
    }
    const place: Place = { channel: channelId, ts: messageTs };
    const key = `${place.channel} ${place.ts}`;
    const refreshing =
      running.get(key) ??
      refresh({ state, place }, context, kind, deps).finally(() => void running.delete(key));
    running.set(key, refreshing);
    return replyTo(await refreshing, context);
  };
  router.sealedButton(refreshAction(kind), openShared, refreshed, { isBeside: true });
  router.sealedButton(externalAction(kind), openShared, async (state, context) => {
    const reply = await answerInThread(kind, { state, isConfirmed: true }, context, deps);
    // The question was a message to one person alone.
    return reply && 'isShown' in reply ? view(richText(line(context.t.post.answered))) : reply;
  });
}

function replyTo<T extends Translations>(outcome: Outcome<T>, context: RequestContext<T>): Reply | undefined {
  if (!outcome) return undefined;
  if ('numbers' in outcome) {
    context.acts.note('refreshed', { numbers: outcome.numbers });
    return SHOWN_THERE;
  }
  if (outcome.refused !== undefined) context.acts.failed(outcome.refused);
  return { ephemeral: outcome.instead(context) };
}

/** @throws UpstreamError, and the message stays as it is */
async function refresh<T extends Translations>(
  { state, place }: { readonly state: SharedState; readonly place: Place },
  context: RequestContext<T>,
  kind: ShareKind<T>,
  deps: RefreshDeps,
): Promise<Outcome<T>> {
  const underWay = { instead: ({ t }: RequestContext<T>) => view(richText(line(t.post.refreshing))) };
  const lease = await takeLease(place, deps);
  if (lease === 'taken') return underWay;
  try {
    const making = {
      act: 'refreshed',
      context: readAs(state, context, kind),
      sharedBy: state.sharedBy,
    } as const;
    const made = await kind.make(state.asked, making);
    if (!made || 'instead' in made) return made;
    // Another process may have started since, and read newer figures.
    if (lease?.lost.aborted) return underWay;
    const { post } = deps.posting;
    const shown = withRefresh(made.shared, state, kind, deps.runtime.sealer);
    const refusal = await post.settle(place, shown);
    if (refusal) return notChanged(refusal);
    if (state.detailsTs !== undefined && made.thread) {
      const rest = await post.settle({ ...place, ts: state.detailsTs }, made.thread);
      if (rest && !isMessageGone(rest.refused)) return notChanged(rest);
    }
    return { numbers: made.numbers };
  } finally {
    await lease?.release();
  }
}

function notChanged<T extends Translations>(refusal: SlackError): Outcome<T> {
  const { refused } = refusal;
  return {
    refused,
    instead: ({ t }) => (isMessageGone(refused) ? adviceView(t.post.gone, t) : refusalView(refusal, t)),
  };
}

/** A lease between replicas. `undefined` where the database is late: then the order holds in this process alone. */
async function takeLease({ channel, ts }: Place, { stores, runtime: { log, timings } }: RefreshDeps) {
  const asked = stores.leases.take(`share ${channel} ${ts}`).then(
    (lease) => lease ?? ('taken' as const),
    (error: unknown) => {
      log.warn({ err: error }, 'a shared message is refreshed without knowing of other replicas');
      return undefined;
    },
  );
  return valueWithin(timings.replicasWithinMs, asked, () => {
    void asked.then((lease) => (lease === 'taken' ? undefined : lease?.release()));
  });
}
