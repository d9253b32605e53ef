import type { Button } from '@slack/types';
import type { Translations } from '../../i18n/index.ts';
import type { Log } from '../../ops/log.ts';
import { accessAdvice, adviceView, otherChannelsView } from '../../slack/blocks/advice-view.ts';
import { actions, bold, button, type Piece, userMention, type View } from '../../slack/blocks/blocks.ts';
import type { Localized } from '../../slack/blocks/format.ts';
import type { ChannelInfo } from '../../slack/connection/channel-info.ts';
import {
  asksForPause,
  isSignedOut,
  isTransient,
  type SlackError,
  unavailableReason,
} from '../../slack/errors.ts';
import { type Access, refusalOfLater } from '../../slack/listeners/access.ts';
import type { RequestContext } from '../../slack/listeners/context.ts';
import type { Users } from '../../slack/listeners/users.ts';
import { ASKED } from '../../store/channels/asked.ts';
import type { ChannelSetting, ChannelSettings, SettingKind } from '../../store/channels/channel-settings.ts';
import type { RateLimitedPost } from '../rate-limit.ts';

/** What says whether figures may be shown in a channel, and whether Slack lets the bot post there. */
export interface ChannelAccess {
  readonly slack: { readonly access: Access; readonly channelInfo: ChannelInfo };
  readonly settings: { readonly supportContact?: string };
}

/** Why what is posted by itself is paused where its channel is none any more in which figures may be asked for; no word of Slack's. */
export const WITHDRAWN = 'channel_not_allowed';

/**
 * What stands against figures in a channel, for the audit as well: that they may not be asked for there, or that Slack
 * lets nothing in; `undefined` where nothing does.
 */
export async function channelRefusalView(
  channel: string,
  again: Button,
  { user, t, acts }: RequestContext,
  { slack, settings }: ChannelAccess,
): Promise<View | undefined> {
  const reason = await slack.access.refusalFor(user, channel);
  if (reason && reason.refusal !== 'channel') {
    acts.refused(reason.refusal);
    return adviceView(accessAdvice(reason, t, settings.supportContact), t);
  }
  // Somebody may ask in a direct message, and not for one.
  if (!slack.access.allowsChannel(channel)) {
    acts.refused('channel');
    return channelNotAllowedView(t, { slack, settings });
  }
  const error = await slack.channelInfo.refusalFor(channel);
  if (!error) return undefined;
  acts.failed(error.refused);
  return unavailableChannelView(error, again, t);
}

/** That no figures may be shown in a channel that somebody named: where they may be, and who can add it. */
export function channelNotAllowedView(t: Translations, { slack, settings }: ChannelAccess): View {
  return otherChannelsView(t.refusals.namedChannel, slack.access.channels, settings.supportContact, t);
}

/** That nothing can be posted in a channel, what to do first, and a button to try again. */
export function unavailableChannelView({ refused }: SlackError, again: Button, t: Translations): View {
  const { closed } = t.channels;
  const because = unavailableReason(refused);
  const said = adviceView(because === undefined ? closed.other(refused) : closed[because], t);
  return { ...said, blocks: [...said.blocks, actions(again.action_id ?? 'again', again)] };
}

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
  { now, log }: { readonly now: () => Date; readonly log: Log },
): Promise<void> {
  if (await settings.pause(id, because, { at: now() }))
    log.info({ [kind]: id, channel, because }, `a ${kind} was paused`);
}

interface TellingDeps {
  readonly slack: { readonly users: Users; readonly access: Access };
  readonly runtime: { readonly log: Log };
}

/**
 * Tells the owners of settings that were paused without anybody asking and who do not know yet. Each hears it once; where
 * Slack does not say whether it took the message it is sent again: twice is better than never. Where it asks for a
 * pause, the others are told another time.
 */
export async function tellPaused<Setting extends ChannelSetting>(
  { kind, settings, noticeFor }: Pausable<Setting>,
  post: RateLimitedPost,
  { slack, runtime: { log } }: TellingDeps,
): Promise<void> {
  for (const id of await settings.untold()) {
    const setting = await settings.takeUntold(id);
    if (!setting) continue;
    let isOver = false;
    try {
      const { owner, view } = await noticeFor(setting);
      const reason = await refusalOfLater(owner, undefined, slack);
      if (reason) {
        const { refusal, because } = reason;
        isOver = refusal !== 'unverified';
        if (isOver)
          log.info(
            { [kind]: id, user: owner, refusal, because },
            'who set it up may not be told that it is paused',
          );
        continue;
      }
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
