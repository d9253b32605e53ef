import type { Translations } from '../i18n/index.ts';
import type { Sealer } from '../runtime/crypto.ts';
import { accessAdvice, adviceView, otherChannelsView, refusalView } from '../slack/blocks/advice-view.ts';
import type { View } from '../slack/blocks/blocks.ts';
import type { ChannelInfo } from '../slack/connection/channel-info.ts';
import type { SlackError } from '../slack/errors.ts';
import { type Access, isChannel, refusalOfLater } from '../slack/listeners/access.ts';
import type { RequestContext } from '../slack/listeners/context.ts';
import type { Users } from '../slack/listeners/users.ts';
import type { Post } from './post.ts';

export interface ShareDeps {
  readonly posting: { readonly post: Post };
  readonly slack: { readonly access: Access; readonly users: Users; readonly channelInfo: ChannelInfo };
  readonly runtime: { readonly sealer: Sealer };
  readonly settings: { readonly supportContact?: string };
}

export function channelToShareIn(
  channelId: string | undefined,
  { slack: { access }, settings: { supportContact } }: ShareDeps,
  t: Translations,
): string | View {
  // Only a channel can get a shared answer: a direct message has no other readers.
  if (!isChannel(channelId)) return adviceView(t.channels.closed.notMember, t);
  // Checked at each press of Share, because the administrator may have removed the channel from the list.
  if (access.allowsChannel(channelId)) return channelId;
  return otherChannelsView(t.refusals.namedChannel, access.channels, supportContact, t);
}

/** Refuses an answer if the person has lost access since the request, or Slack cannot confirm the access. */
export async function personRefusalView(
  { t, user, acts }: Pick<RequestContext, 't' | 'user' | 'acts'>,
  slack: Pick<ShareDeps['slack'], 'access' | 'users'>,
): Promise<View | undefined> {
  const reason = await refusalOfLater(user.id, undefined, slack);
  if (!reason) return undefined;
  acts.refused(reason.refusal);
  return adviceView(accessAdvice(reason, t), t);
}

export function notSentView(refusal: SlackError, { t, acts }: Pick<RequestContext, 't' | 'acts'>): View {
  acts.failed(refusal.refused);
  return refusalView(refusal, t);
}
