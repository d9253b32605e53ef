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

export interface ChannelAccess {
  readonly slack: { readonly access: Access; readonly channelInfo: ChannelInfo };
  readonly settings: { readonly supportContact?: string };
}

/** Reason of a pause where the channel is no longer allowed; none of Slack’s codes. */
export const WITHDRAWN = 'channel_not_allowed';

/** Why figures cannot go to a channel, noted for the audit; `undefined` where they can. */
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
  // A person may ask in a direct message, and not for one.
  if (!slack.access.allowsChannel(channel)) {
    acts.refused('channel');
    return channelNotAllowedView(t, { slack, settings });
  }
  const error = await slack.channelInfo.refusalFor(channel);
  if (!error) return undefined;
  acts.failed(error.refused);
  return unavailableChannelView(error, again, t);
}

/** Where figures may be shown instead, and who can add this channel. */
export function channelNotAllowedView(t: Translations, { slack, settings }: ChannelAccess): View {
  return otherChannelsView(t.refusals.namedChannel, slack.access.channels, settings.supportContact, t);
}

export function unavailableChannelView({ refused }: SlackError, again: Button, t: Translations): View {
  const { closed } = t.channels;
  const because = unavailableReason(refused);
  const said = adviceView(because === undefined ? closed.other(refused) : closed[because], t);
  return { ...said, blocks: [...said.blocks, actions(again.action_id ?? 'again', again)] };
}

/** Settings that are paused where their channel refuses posts, and the notice for their owner. */
export interface Pausable<Setting extends ChannelSetting> {
  readonly kind: SettingKind;
  readonly settings: ChannelSettings<Setting>;
  readonly noticeFor: (setting: Setting) => Promise<{ readonly owner: string; readonly view: View }>;
}

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

/** Notifies owners once of settings that the bot paused. Unclear answers are repeated; a pause of Slack’s ends it. */
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
      if (isOver && 'refused' in told)
        log.warn({ [kind]: id, reason: told.refused }, 'nobody could be told that it is paused');
      if ('refused' in told && asksForPause(told.refused)) return;
    } finally {
      if (!isOver) await settings.leaveUntold(id);
    }
  }
}

/** “Paused”, by which person, when and why, within a sentence. */
export function pausedPieces(setting: ChannelSetting, { t, formatter }: Localized): Piece[] {
  const { paused, pausedBy, pausedByBot } = t.channels;
  if (!setting.paused) return [withPauseReason(paused, setting, t)];
  const { at, by } = setting.paused;
  const when = withPauseReason(` ${formatter.moment(at)}`, setting, t);
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

/** Adds why it is paused, unless a person asked for it. */
export function withPauseReason(text: string, { pausedBecause }: ChannelSetting, t: Translations): string {
  if (pausedBecause === undefined || pausedBecause === ASKED) return text;
  const reasons = t.channels.pausedBecause;
  if (pausedBecause === WITHDRAWN) return `${text}: ${reasons.withdrawn}`;
  const known = unavailableReason(pausedBecause);
  return `${text}: ${known === undefined ? reasons.other(pausedBecause) : reasons[known]}`;
}

/** The next step for a paused setting, by the reason. */
type NextSteps = Readonly<Record<'invite' | 'archived' | 'withdrawn' | 'other', string>>;

export function openedBy({ pausedBecause: because }: ChannelSetting, nextSteps: NextSteps): string {
  if (because === WITHDRAWN) return nextSteps.withdrawn;
  const known = because === undefined ? undefined : unavailableReason(because);
  if (known === 'archived') return nextSteps.archived;
  return known === 'notMember' || known === 'notFound' ? nextSteps.invite : nextSteps.other;
}

interface GoingOn {
  readonly actionId: string;
  readonly value: string;
  readonly isConfirmed: boolean;
}

/** Warns of another organisation in a channel, with a button to go on; `undefined` where Slack names none. */
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
