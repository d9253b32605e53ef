import type { Translations } from '../../i18n/index.ts';
import { bold, type Piece, userMention } from '../../slack/blocks/blocks.ts';
import type { Localized } from '../../slack/blocks/format.ts';
import { unavailableReason } from '../../slack/errors.ts';
import { ASKED } from '../../store/channels/asked.ts';
import type { ChannelSetting } from '../../store/channels/channel-settings.ts';

/** Why what is posted by itself is paused where its channel is none any more in which figures may be asked for; no word of Slack's. */
export const WITHDRAWN = 'channel_not_allowed';

/** That a setting is paused, by whom, when and why, as far as that is known; no sentence's beginning or end. */
export function pausedPieces(setting: ChannelSetting, { t, formatter }: Localized): Piece[] {
  const { paused, pausedBy, pausedByBot } = t.channels;
  if (!setting.paused) return [withPauseReason(paused, setting, t)];
  const { at, by } = setting.paused;
  const when = withPauseReason(` ${formatter.moment(at)}`, setting, t);
  return by === undefined ? [pausedByBot + when] : [pausedBy, userMention(by), when];
}

/** What stands around who paused a setting, and when. */
export interface PausedNote {
  readonly before: (number: number) => string;
  readonly after: string;
}

/** Said above a list: that nothing comes of a setting, and who paused it. */
export function pausedNote(
  setting: ChannelSetting,
  { before, after }: PausedNote,
  localized: Localized,
): Piece[] {
  return [bold(before(setting.number)), ...pausedPieces(setting, localized), bold(after)];
}

/** Adds why it is paused, unless somebody just wanted it so. */
export function withPauseReason(text: string, { pausedBecause }: ChannelSetting, t: Translations): string {
  if (pausedBecause === undefined || pausedBecause === ASKED) return text;
  const reasons = t.channels.pausedBecause;
  if (pausedBecause === WITHDRAWN) return `${text}: ${reasons.withdrawn}`;
  const known = unavailableReason(pausedBecause);
  return `${text}: ${known === undefined ? reasons.other(pausedBecause) : reasons[known]}`;
}

/** What opens a channel again for a setting that is paused: the sentences, by why it is. */
type NextSteps = Readonly<Record<'invite' | 'archived' | 'withdrawn' | 'other', string>>;

export function openedBy({ pausedBecause: because }: ChannelSetting, nextSteps: NextSteps): string {
  if (because === WITHDRAWN) return nextSteps.withdrawn;
  const known = because === undefined ? undefined : unavailableReason(because);
  if (known === 'archived') return nextSteps.archived;
  return known === 'notMember' || known === 'notFound' ? nextSteps.invite : nextSteps.other;
}
