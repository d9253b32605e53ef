import { type Pausable, pauseUnasked, tellPaused } from '../../../channels/pause-on-unavailable.ts';
import { WITHDRAWN } from '../../../channels/unavailable-channel.ts';
import type { Log } from '../../../ops/log.ts';
import type { Post } from '../../../posting/post.ts';
import type { Access } from '../../../slack/listeners/access.ts';
import type { Watch, Watches } from '../../../store/channels/watches.ts';
import { activeOf } from '../incident/monitor.ts';
import { pausedWatchView } from './view.ts';

export interface CloseDeps {
  readonly watches: Pick<Watches, 'list' | 'findFor' | 'pause' | 'untold' | 'takeUntold' | 'leaveUntold'>;
  readonly post: Pick<Post, 'toPerson'>;
  readonly access: Pick<Access, 'allowsChannel'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

function pausable({ watches }: CloseDeps): Pausable<Watch> {
  return {
    kind: 'watch',
    settings: watches,
    noticeFor: async (watch) => ({ owner: watch.watcher, view: pausedWatchView(watch) }),
  };
}

/** Pauses the watch of a channel that is closed to the bot, and tells whoever set it up. */
export async function closeWatch(channel: string, because: string, deps: CloseDeps): Promise<void> {
  const watch = await deps.watches.findFor(channel);
  if (watch) await pauseUnasked(watch, because, pausable(deps), deps.log);
  await tellPausedWatches(deps);
}

/** Pauses those in whose channels figures may not be shown any more; whoever set them up is still to be told. */
export async function pauseWithdrawn(deps: CloseDeps): Promise<void> {
  for (const watch of activeOf(await deps.watches.list())) {
    if (!deps.access.allowsChannel(watch.channel))
      await pauseUnasked(watch, WITHDRAWN, pausable(deps), deps.log);
  }
}

/** Tells those whose watches were paused without their asking and who do not know yet. */
export async function tellPausedWatches(deps: CloseDeps): Promise<void> {
  await tellPaused(pausable(deps), deps.post, deps.log);
}
