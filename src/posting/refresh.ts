import type { Translations } from '../i18n/index.ts';
import type { Log } from '../ops/log.ts';
import { valueWithin } from '../runtime/timeouts.ts';
import type { Timings } from '../runtime/timings.ts';
import { adviceView, refusalView } from '../slack/blocks/advice-view.ts';
import { line, richText, type View, view } from '../slack/blocks/blocks.ts';
import { isMessageGone, type SlackError } from '../slack/errors.ts';
import {
  ALREADY_SHOWN,
  type AnswerButton,
  type Reply,
  type RequestContext,
} from '../slack/listeners/context.ts';
import type { FeatureRouter } from '../slack/listeners/router.ts';
import { OverLimitError } from '../slack/listeners/usage-limits.ts';
import type { Leases } from '../store/leases.ts';
import type { PostedMessage } from './post.ts';
import type { ShareDeps } from './share.ts';
import {
  answerInThread,
  externalAction,
  localizedContext,
  openShared,
  refreshAction,
  type SharedState,
  type ShareKind,
  withRefresh,
} from './shared-answer.ts';

interface RefreshDeps extends ShareDeps {
  readonly stores: { readonly leases: Pick<Leases, 'acquire'> };
  readonly runtime: ShareDeps['runtime'] & { readonly log: Log; readonly timings: Timings };
}

type RefreshResult<T extends Translations> =
  | { readonly numbers: readonly string[] }
  | {
      readonly instead: (context: RequestContext<T>) => View;
      readonly refused?: string;
    }
  | undefined;

export function registerSharedAnswer<T extends Translations>(
  router: FeatureRouter<T>,
  kind: ShareKind<T>,
  deps: RefreshDeps,
): void {
  /** Refreshes in progress, by channel and message: simultaneous presses of Refresh share one refresh. */
  const running = new Map<string, Promise<RefreshResult<T>>>();
  const onRefresh: AnswerButton<T, SharedState> = async (state, context) => {
    const { channelId, messageTs, acts } = context;
    if (channelId === undefined || messageTs === undefined) return undefined;
    acts.note('refreshed');
    if (!state.isForExternal && (await deps.slack.channelInfo.isExternallyShared(channelId)) === true) {
      acts.refused('external');
      return { ephemeral: adviceView(context.t.post.externalSince, context.t) };
    }
    const place: PostedMessage = { channel: channelId, ts: messageTs };
    const key = `${place.channel} ${place.ts}`;
    const start = () => {
      const own = refresh({ state, place }, context, kind, deps).finally(() => void running.delete(key));
      running.set(key, own);
      return own;
    };
    // The limits of the person who pressed first do not apply to others.
    const refreshOnce = (): Promise<RefreshResult<T>> =>
      running.get(key)?.catch((error: unknown) => {
        if (error instanceof OverLimitError) return refreshOnce();
        throw error;
      }) ?? start();
    return replyTo(await refreshOnce(), context);
  };
  router.sealedButton(refreshAction(kind), openShared, onRefresh, { repliesInThread: true });
  router.sealedButton(externalAction(kind), openShared, async (state, context) => {
    const reply = await answerInThread(kind, { state, isConfirmed: true }, context, deps);
    // The answer is in the thread, so a confirmation replaces the ephemeral message with the pressed button.
    return reply && 'isShown' in reply ? view(richText(line(context.t.post.answered))) : reply;
  });
}

function replyTo<T extends Translations>(
  result: RefreshResult<T>,
  context: RequestContext<T>,
): Reply | undefined {
  if (!result) return undefined;
  if ('numbers' in result) {
    context.acts.note('refreshed', { numbers: result.numbers });
    return ALREADY_SHOWN;
  }
  if (result.refused !== undefined) context.acts.failed(result.refused);
  return { ephemeral: result.instead(context) };
}

/** Refreshes a shared message. @throws UpstreamError, without a change, if the platform cannot be read */
async function refresh<T extends Translations>(
  { state, place }: { readonly state: SharedState; readonly place: PostedMessage },
  context: RequestContext<T>,
  kind: ShareKind<T>,
  deps: RefreshDeps,
): Promise<RefreshResult<T>> {
  const alreadyRunning = { instead: ({ t }: RequestContext<T>) => view(richText(line(t.post.refreshing))) };
  const lease = await takeLease(place, deps);
  if (lease === 'taken') return alreadyRunning;
  try {
    const options = {
      act: 'refreshed',
      context: localizedContext(state, context, kind),
      sharedBy: state.sharedBy,
    } as const;
    const answer = await kind.createAnswer(state.request, options);
    if (!answer || 'instead' in answer) return answer;
    // If this process lost the lease of the message, another one may be refreshing it with newer figures.
    if (lease?.lost.aborted) return alreadyRunning;
    const { post } = deps.posting;
    const shown = withRefresh(answer.shared, state, kind, deps.runtime.sealer);
    const refusal = await post.changeWithRetries(place, shown);
    if (refusal) return failedRefresh(refusal);
    if (state.detailsTs !== undefined && answer.thread) {
      const detailsRefusal = await post.changeWithRetries({ ...place, ts: state.detailsTs }, answer.thread);
      if (detailsRefusal && !isMessageGone(detailsRefusal.refused)) return failedRefresh(detailsRefusal);
    }
    return { numbers: answer.numbers };
  } finally {
    await lease?.release();
  }
}

function failedRefresh<T extends Translations>(refusal: SlackError): RefreshResult<T> {
  const { refused } = refusal;
  return {
    refused,
    instead: ({ t }) => (isMessageGone(refused) ? adviceView(t.post.gone, t) : refusalView(refusal, t)),
  };
}

/** Leases a message, so that other replicas do not refresh it too; `undefined` if the database is slow. */
async function takeLease({ channel, ts }: PostedMessage, { stores, runtime: { log, timings } }: RefreshDeps) {
  const acquired = stores.leases.acquire(`share ${channel} ${ts}`).then(
    (lease) => lease ?? ('taken' as const),
    (error: unknown) => {
      log.warn({ err: error }, 'a shared message is refreshed without knowing of other replicas');
      return undefined;
    },
  );
  return valueWithin(timings.replicasTimeoutMs, acquired, () => {
    void acquired.then((lease) => (lease === 'taken' ? undefined : lease?.release()));
  });
}
