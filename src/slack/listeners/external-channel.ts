import type { Translations } from '../../i18n/index.ts';
import { adviceView } from '../blocks/advice-view.ts';
import { actions, button, type View } from '../blocks/blocks.ts';
import type { ChannelInfo } from '../connection/channel-info.ts';

interface GoingOn {
  /** Of the button that goes on all the same, with its value. */
  readonly actionId: string;
  readonly value: string;
  /** It was pressed: nothing is asked. */
  readonly isConfirmed: boolean;
}

/**
 * Says that people of another organisation read a channel, with a button to go on all the same; `undefined` where none do,
 * and where Slack does not tell.
 */
export async function externalChannelView(
  channelId: string,
  { actionId, value, isConfirmed }: GoingOn,
  t: Translations,
  channelInfo: ChannelInfo,
): Promise<View | undefined> {
  if (isConfirmed || (await channelInfo.isExternallyShared(channelId)) !== true) return undefined;
  const goOn = button(actionId, t.post.externalAnyway, value);
  return adviceView(t.post.external, t, undefined, [actions('external', goOn)]);
}
