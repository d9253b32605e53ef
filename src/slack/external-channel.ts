import type { Button } from '@slack/types';
import type { Translations } from '../i18n/index.ts';
import { adviceView } from './advice-view.ts';
import { actions, type View } from './blocks/blocks.ts';
import type { ChannelInfo } from './channel-info.ts';

/**
 * Says that people of another organisation read a channel, with a button to go on all the same; `undefined` where none do,
 * and where Slack does not tell.
 */
export async function externalChannelView(
  channelId: string,
  goOn: Button,
  t: Translations,
  channelInfo: ChannelInfo,
): Promise<View | undefined> {
  const isExternal = await channelInfo.isExternallyShared(channelId);
  if (isExternal !== true) return undefined;
  return adviceView(t.post.external, t, undefined, [actions('external', goOn)]);
}
