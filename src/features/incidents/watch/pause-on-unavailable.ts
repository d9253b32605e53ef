import { type Pausable, pauseUnasked, tellPaused, WITHDRAWN } from '../../../channels/unavailable-channel.ts';
import type { Watch } from '../../../store/channels/watches.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import { activeOf } from '../model.ts';
import { pausedWatchView } from './view.ts';

type PauseDeps = Pick<FeatureDeps, 'stores' | 'posting' | 'slack' | 'runtime'>;

function pausable({ stores: { watches } }: PauseDeps): Pausable<Watch> {
  return {
    kind: 'watch',
    settings: watches,
    noticeFor: async (watch) => ({ owner: watch.watcher, view: pausedWatchView(watch) }),
  };
}

/** Pauses the watch of a channel that is closed to the bot, and tells whoever set it up. */
export async function closeWatch(channel: string, because: string, deps: PauseDeps): Promise<void> {
  const watch = await deps.stores.watches.findFor(channel);
  if (watch) await pauseUnasked(watch, because, pausable(deps), deps.runtime.log);
  await tellPausedWatches(deps);
}

/** Pauses those in whose channels figures may not be shown any more; whoever set them up is still to be told. */
export async function pauseWithdrawn(deps: PauseDeps): Promise<void> {
  for (const watch of activeOf(await deps.stores.watches.list())) {
    if (!deps.slack.access.allowsChannel(watch.channel))
      await pauseUnasked(watch, WITHDRAWN, pausable(deps), deps.runtime.log);
  }
}

/** Tells those whose watches were paused without their asking and who do not know yet. */
export async function tellPausedWatches(deps: PauseDeps): Promise<void> {
  await tellPaused(pausable(deps), deps.posting.post, deps.runtime.log);
}
