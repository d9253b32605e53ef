import type { Button } from '@slack/types';
import type { Advice, Translations } from '../../i18n/index.ts';
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
import type { ChannelSetting, ChannelSettings, SettingKind } from '../../store/channels/channel-settings.ts';
import { PAUSED_BY_PERSON } from '../../store/channels/paused-by-person.ts';
import type { RateLimitedPost } from '../rate-limit.ts';

export interface ChannelAccess {
  readonly slack: { readonly access: Access; readonly channelInfo: ChannelInfo };
  readonly settings: { readonly supportContact?: string };
}

/** Reason of a pause if the channel is no longer on the bot’s allowed list; not an error code of Slack. */
export const WITHDRAWN = 'channel_not_allowed';

/** Explains why figures may not be posted to a channel, and notes it for the audit; otherwise `undefined`. */
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
  // Access allows requests in a direct message, but regular posts need a channel of the allowed list.
  if (!slack.access.allowsChannel(channel)) {
    acts.refused('channel');
    return channelNotAllowedView(t, { slack, settings });
  }
  const error = await slack.channelInfo.refusalFor(channel);
  if (!error) return undefined;
  acts.failed(error.refused);
  return unavailableChannelView(error, again, t);
}

export function channelNotAllowedView(t: Translations, { slack, settings }: ChannelAccess): View {
  return otherChannelsView(t.refusals.namedChannel, slack.access.channels, settings.supportContact, t);
}

export function unavailableChannelView({ refused }: SlackError, again: Button, t: Translations): View {
  const advice = adviceView(closedAdvice(refused, t), t);
  return { ...advice, blocks: [...advice.blocks, actions(again.action_id ?? 'again', again)] };
}

function closedAdvice(refused: string, { channels: { closed } }: Translations): Advice {
  const because = unavailableReason(refused);
  return because === undefined ? closed.other(refused) : closed[because];
}

/** Settings that the bot pauses when their channel refuses posts. `noticeFor` builds the owner’s notice. */
export interface Pausable<Setting extends ChannelSetting> {
  readonly kind: SettingKind;
  readonly settings: ChannelSettings<Setting>;
  readonly noticeFor: (setting: Setting) => Promise<{ readonly owner: string; readonly view: View }>;
}

export async function pauseByBot<Setting extends ChannelSetting>(
  { id, channel }: Setting,
  because: string,
  { kind, settings }: Pausable<Setting>,
  { now, log }: { readonly now: () => Date; readonly log: Log },
): Promise<void> {
  if (await settings.pause(id, because, { at: now() }))
    log.info({ [kind]: id, channel, because }, `a ${kind} was paused`);
}

interface NotifyOwnersDeps {
  readonly slack: { readonly users: Users; readonly access: Access };
  readonly runtime: { readonly log: Log };
}

/** Tells each owner once that the bot paused a setting; transient errors are retried by the next call. */
export async function notifyOwnersOfPauses<Setting extends ChannelSetting>(
  { kind, settings, noticeFor }: Pausable<Setting>,
  post: RateLimitedPost,
  { slack, runtime: { log } }: NotifyOwnersDeps,
): Promise<void> {
  for (const id of await settings.unreportedPauses()) {
    const setting = await settings.claimPauseReport(id);
    if (!setting) continue;
    let isDone = false;
    try {
      const { owner, view } = await noticeFor(setting);
      const reason = await refusalOfLater(owner, undefined, slack);
      if (reason) {
        const { refusal, because } = reason;
        isDone = refusal !== 'unverified';
        if (isDone)
          log.info(
            { [kind]: id, user: owner, refusal, because },
            'the owner was not told of the pause: they may not use the bot',
          );
        continue;
      }
      const sent = await post.toPerson(owner, view);
      isDone = !('refused' in sent && (isTransient(sent.refused) || isSignedOut(sent.refused)));
      if (isDone && 'refused' in sent)
        log.warn({ [kind]: id, reason: sent.refused }, 'the owner could not be told of the pause');
      if ('refused' in sent && asksForPause(sent.refused)) return;
    } finally {
      if (!isDone) await settings.releasePauseReport(id);
    }
  }
}

export function pausedPieces(setting: ChannelSetting, { t, format }: Localized): Piece[] {
  const { paused, pausedBy, pausedByBot } = t.channels;
  if (!setting.paused) return [withPauseReason(paused, setting, t)];
  const { at, by } = setting.paused;
  const when = withPauseReason(` ${format.moment(at)}`, setting, t);
  return by === undefined ? [pausedByBot + when] : [pausedBy, userMention(by), when];
}

export interface PausedNote {
  readonly before: (number: number) => string;
  readonly after: string;
}

export function pausedNote(
  setting: ChannelSetting,
  { before, after }: PausedNote,
  localized: Localized,
): Piece[] {
  return [bold(before(setting.number)), ...pausedPieces(setting, localized), bold(after)];
}

export function withPauseReason(text: string, { pausedBecause }: ChannelSetting, t: Translations): string {
  if (pausedBecause === undefined || pausedBecause === PAUSED_BY_PERSON) return text;
  const reasons = t.channels.pausedBecause;
  if (pausedBecause === WITHDRAWN) return `${text}: ${reasons.withdrawn}`;
  const known = unavailableReason(pausedBecause);
  return `${text}: ${known === undefined ? reasons.other(pausedBecause) : reasons[known]}`;
}

export function nextStepForPause({ pausedBecause: because = '' }: ChannelSetting, t: Translations): string {
  if (because === WITHDRAWN) return t.refusals.namedChannel.nextStep;
  return closedAdvice(because, t).nextStep;
}

interface ExternalConfirmation {
  readonly actionId: string;
  readonly value: string;
  readonly isConfirmed: boolean;
}

/** Warns if another organisation reads the channel, with a button to continue; otherwise `undefined`. */
export async function externalChannelView(
  channelId: string,
  { actionId, value, isConfirmed }: ExternalConfirmation,
  t: Translations,
  channelInfo: ChannelInfo,
): Promise<View | undefined> {
  if (isConfirmed || (await channelInfo.isExternallyShared(channelId)) !== true) return undefined;
  const confirm = button(actionId, t.post.externalAnyway, value);
  return adviceView(t.post.external, t, undefined, [actions('external', confirm)]);
}
