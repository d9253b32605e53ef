import { WITHDRAWN } from '../../../channels/unavailable-channel.ts';
import type { Log } from '../../../ops/log.ts';
import type { Post } from '../../../posting/post.ts';
import { isTransient } from '../../../slack/errors.ts';
import type { Access } from '../../../slack/listeners/access.ts';
import type { Watch, Watches } from '../../../store/channels/watches.ts';
import { activeOf } from '../incident/monitor.ts';
import { pausedWatchView } from './view.ts';

export interface CloseDeps {
  readonly watches: Pick<Watches, 'list' | 'findFor' | 'pause' | 'takeUntold' | 'leaveUntold'>;
  readonly post: Pick<Post, 'toPerson'>;
  readonly access: Pick<Access, 'allowsChannel'>;
  readonly log: Pick<Log, 'info'>;
}

/** Pauses the watch of a channel that is closed to the bot, and tells whoever set it up. */
export async function closeWatch(channel: string, because: string, deps: CloseDeps): Promise<void> {
  const watch = await deps.watches.findFor(channel);
  if (watch) await pause(watch, because, deps);
  await tellPausedWatches(deps);
}

/** Pauses those in whose channels figures may not be shown any more; whoever set them up is still to be told. */
export async function pauseWithdrawn(deps: CloseDeps): Promise<void> {
  for (const watch of activeOf(await deps.watches.list())) {
    if (!deps.access.allowsChannel(watch.channel)) await pause(watch, WITHDRAWN, deps);
  }
}

async function pause({ id, channel }: Watch, because: string, { watches, log }: CloseDeps): Promise<void> {
  if (await watches.pause(id, because)) log.info({ watch: id, channel, because }, 'a watch was paused');
}

/** Tells those whose watches were paused without their asking and who do not know yet. Each hears it once, or not at all. */
export async function tellPausedWatches({ watches, post }: CloseDeps): Promise<void> {
  for (const watch of await watches.takeUntold()) {
    const told = await post.toPerson(watch.watcher, pausedWatchView(watch));
    // Others stay as they are, and the list of watches says why it is paused.
    if ('refused' in told && isTransient(told.refused)) await watches.leaveUntold(watch.id);
  }
}
