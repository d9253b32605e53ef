import type { Button } from '@slack/types';
import type { Advice, Translations } from '../i18n/index.ts';
import type { Post } from '../posting/post.ts';
import { adviceView } from '../slack/advice-view.ts';
import { actions, type View } from '../slack/blocks/blocks.ts';
import { type SlackError, unavailableReason } from '../slack/errors.ts';
import type { Access } from '../slack/listeners/access.ts';
import type { RequestContext } from '../slack/listeners/context.ts';

/** What says whether figures may be shown in a channel, and whether Slack lets the bot post there. */
export interface ChannelAccess {
  readonly slack: { readonly access: Access };
  readonly posting: { readonly post: Post };
}

/**
 * What stands against figures in a channel: that they may not be asked for there, or that Slack lets nothing in;
 * `undefined` where nothing does.
 */
export async function channelRefusalView(
  channel: string,
  { again, channelNotAllowed }: { readonly again: Button; readonly channelNotAllowed: Advice },
  { user, t }: RequestContext,
  { slack, posting }: ChannelAccess,
): Promise<View | undefined> {
  const reason = await slack.access.refusalFor(user, channel);
  if (reason)
    return adviceView(reason.refusal === 'channel' ? channelNotAllowed : t.refusals[reason.refusal], t);
  const error = await posting.post.canPost(channel);
  return error && unavailableChannelView(error, again, t);
}

/** That nothing can be posted in a channel, what to do first, and a button to try again. */
export function unavailableChannelView({ refused }: SlackError, again: Button, t: Translations): View {
  const { closed } = t.channels;
  const because = unavailableReason(refused);
  const said = adviceView(because === undefined ? closed.other(refused) : closed[because], t);
  return { ...said, blocks: [...said.blocks, actions(again.action_id ?? 'again', again)] };
}

/** Why what is posted by itself is paused where its channel is none any more in which figures may be asked for; no word of Slack's. */
export const WITHDRAWN = 'channel_not_allowed';

/** Why what is posted by itself is paused, as part of a sentence. */
export function pauseReason(because: string | undefined, t: Translations): string {
  const { pausedBecause } = t.channels;
  if (because === undefined || because === 'asked') return pausedBecause.asked;
  if (because === WITHDRAWN) return pausedBecause.withdrawn;
  const known = unavailableReason(because);
  return known === undefined ? pausedBecause.other(because) : pausedBecause[known];
}
