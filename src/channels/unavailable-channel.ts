import type { Button } from '@slack/types';
import type { Translations } from '../i18n/index.ts';
import type { UnavailableReason } from '../i18n/types.ts';
import type { SlackError } from '../posting/post.ts';
import { actions, type View } from '../slack/blocks/blocks.ts';
import { adviceView } from '../slack/error-view.ts';

/** Why a channel is closed to the bot, by Slack's word; `undefined` for one that is not told apart. */
export function unavailableReason(word: string): UnavailableReason | undefined {
  return CLOSED[word];
}

const CLOSED: Readonly<Record<string, UnavailableReason>> = {
  not_in_channel: 'notMember',
  channel_not_found: 'notFound',
  is_archived: 'archived',
  restricted_action: 'notAllowed',
  channel_is_limited_access: 'notAllowed',
  no_permission: 'notAllowed',
  restricted_action_non_threadable_channel: 'notAllowed',
  team_access_not_granted: 'notAllowed',
  restricted_action_read_only_channel: 'notAllowed',
  restricted_action_thread_only_channel: 'notAllowed',
  missing_scope: 'notAllowed',
  not_allowed_token_type: 'notAllowed',
  account_inactive: 'noAccess',
  invalid_auth: 'noAccess',
  token_revoked: 'noAccess',
  ratelimited: 'busy',
  timeout: 'timeout',
  server_error: 'timeout',
};

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
