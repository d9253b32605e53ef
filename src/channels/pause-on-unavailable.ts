import type { Log } from '../ops/log.ts';
import type { RateLimitedPost } from '../posting/rate-limit.ts';
import type { View } from '../slack/blocks/blocks.ts';
import { asksForPause, isSignedOut, isTransient } from '../slack/errors.ts';
import type { ChannelSetting, ChannelSettings, SettingKind } from '../store/channels/channel-settings.ts';

/** What is paused where its channel takes no posts any more, and how its owner is told. */
export interface Pausable<Setting extends ChannelSetting> {
  readonly kind: SettingKind;
  readonly settings: ChannelSettings<Setting>;
  readonly noticeFor: (setting: Setting) => Promise<{ readonly owner: string; readonly view: View }>;
}

/** Pauses a setting that nobody asked to be paused; its owner is still to be told. */
export async function pauseUnasked<Setting extends ChannelSetting>(
  { id, channel }: Setting,
  because: string,
  { kind, settings }: Pausable<Setting>,
  log: Log,
): Promise<void> {
  if (await settings.pause(id, because)) log.info({ [kind]: id, channel, because }, `a ${kind} was paused`);
}

/**
 * Tells the owners of settings that were paused without anybody asking and who do not know yet. Each hears it once; where
 * Slack does not say whether it took the message it is sent again: twice is better than never. Where it asks for a
 * pause, the others are told another time.
 */
export async function tellPaused<Setting extends ChannelSetting>(
  { kind, settings, noticeFor }: Pausable<Setting>,
  post: RateLimitedPost,
  log: Log,
): Promise<void> {
  for (const id of await settings.untold()) {
    const setting = await settings.takeUntold(id);
    if (!setting) continue;
    let isOver = false;
    try {
      const { owner, view } = await noticeFor(setting);
      const told = await post.toPerson(owner, view);
      isOver = !('refused' in told && (isTransient(told.refused) || isSignedOut(told.refused)));
      // Not told for good: the list says why it is paused.
      if (isOver && 'refused' in told)
        log.warn({ [kind]: id, reason: told.refused }, 'nobody could be told that it is paused');
      if ('refused' in told && asksForPause(told.refused)) return;
    } finally {
      if (!isOver) await settings.leaveUntold(id);
    }
  }
}
