import type { Translations } from '../i18n/index.ts';
import type { Log } from '../ops/log.ts';
import { valueWithin } from '../runtime/timeouts.ts';
import type { Timings } from '../runtime/timings.ts';
import { adviceView, refusalView } from '../slack/blocks/advice-view.ts';
import { line, richText, view } from '../slack/blocks/blocks.ts';
import { isMessageGone, type SlackError } from '../slack/errors.ts';
import {
  ALREADY_SHOWN,
  type AnswerButton,
  type Reply,
  type RequestContext,
} from '../slack/listeners/context.ts';
import type { FeatureRouter } from '../slack/listeners/router.ts';
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

export function registerSharedAnswer<T extends Translations>(
  router: FeatureRouter<T>,
  kind: ShareKind<T>,
  deps: RefreshDeps,
): void {
  const onRefresh: AnswerButton<T, SharedState> = async (state, context) => {
    const { channelId, messageTs, acts } = context;
    if (channelId === undefined || messageTs === undefined) return undefined;
    acts.note('refreshed');
    if (!state.isForExternal && (await deps.slack.channelInfo.isExternallyShared(channelId)) === true) {
      acts.refused('external');
      return { ephemeral: adviceView(context.t.post.externalSince, context.t) };
    }
    return refresh({ state, place: { channel: channelId, ts: messageTs } }, context, kind, deps);
  };
  router.sealedButton(refreshAction(kind), openShared, onRefresh, { repliesInThread: true });
  router.sealedButton(externalAction(kind), openShared, async (state, context) => {
    const reply = await answerInThread(kind, { state, isConfirmed: true }, context, deps);
    // The answer is in the thread, so a confirmation replaces the ephemeral message with the pressed button.
    return reply && 'isShown' in reply ? view(richText(line(context.t.post.answered))) : reply;
  });
}

/** Refreshes a shared message. @throws UpstreamError, without a change, if the platform cannot be read */
async function refresh<T extends Translations>(
  { state, place }: { readonly state: SharedState; readonly place: PostedMessage },
  context: RequestContext<T>,
  kind: ShareKind<T>,
  deps: RefreshDeps,
): Promise<Reply | undefined> {
  const alreadyRunning = { ephemeral: view(richText(line(context.t.post.refreshing))) };
  const lease = await takeLease(place, deps);
  if (lease === 'taken') return alreadyRunning;
  try {
    const options = {
      act: 'refreshed',
      context: localizedContext(state, context, kind),
      sharedBy: state.sharedBy,
    } as const;
    const answer = await kind.createAnswer(state.request, options);
    if (!answer) return undefined;
    if ('instead' in answer) return { ephemeral: answer.instead(context) };
    // If this process lost the lease of the message, another one may be refreshing it with newer figures.
    if (lease?.lost.aborted) return alreadyRunning;
    const { post } = deps.posting;
    const shown = withRefresh(answer.shared, state, kind, deps.runtime.sealer);
    const refusal = await post.changeWithRetries(place, shown);
    if (refusal) return failedRefresh(refusal, context);
    if (state.detailsTs !== undefined && answer.thread) {
      const detailsRefusal = await post.changeWithRetries({ ...place, ts: state.detailsTs }, answer.thread);
      if (detailsRefusal && !isMessageGone(detailsRefusal.refused))
        return failedRefresh(detailsRefusal, context);
    }
    context.acts.note('refreshed', { numbers: answer.numbers });
    return ALREADY_SHOWN;
  } finally {
    await lease?.release();
  }
}

function failedRefresh(refusal: SlackError, { t, acts }: RequestContext): Reply {
  acts.failed(refusal.refused);
  return { ephemeral: isMessageGone(refusal.refused) ? adviceView(t.post.gone, t) : refusalView(refusal, t) };
}

/** Leases a message, so that it is refreshed once at a time; `undefined` if the database is slow. */
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
