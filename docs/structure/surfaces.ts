import type { Act } from '../../src/domain/audit.ts';
import { TYPED_COMMANDS } from '../../src/slack/listeners/typed-command.ts';

/**
 * A way in which a person can use the bot. Only members of `ALLOWED_USERGROUPS` may do so, in channels of
 * `ALLOWED_CHANNELS` and in direct messages. A refusal is audited as `asked`, with the reason. Tests compare
 * the table with the registered listeners, and each row with the access check and the audit.
 */
export interface BotSurface {
  readonly kind:
    | 'command'
    | 'subcommand'
    | 'button'
    | 'menu'
    | 'form'
    | 'control'
    | 'words'
    | 'step'
    | 'shortcut'
    | 'global_shortcut'
    | 'home';
  /** The name in Slack and in the audit; for a subcommand, the command and its first word. */
  readonly name: string;
  /** The acts that a use may write to the audit, at least one. `asked`: help, a form, a list or a query. */
  readonly acts: readonly Act[];
  /** Only these people may use the surface: members of `REVEAL_USERGROUPS`, or who started the work. */
  readonly alone?: 'revealers' | 'maker';
}

const of = (kind: BotSurface['kind'], acts: readonly Act[], ...names: readonly string[]): BotSurface[] =>
  names.map((name) => ({ kind, name, acts }));

export const surfaces: readonly BotSurface[] = [
  ...of('command', ['looked_up', 'asked'], '/sms-status'),
  ...of('form', ['looked_up'], 'status.form'),
  // A control changes the form that it is in. This is not audited, but a refusal is.
  ...of('control', ['asked'], 'status.form.way'),
  ...of(
    'button',
    ['looked_up'],
    'status.newer',
    'status.older',
    'status.number',
    'status.refresh',
    'status.details',
    'status.ticket',
  ),
  ...of('button', ['looked_up'], ...[1, 2, 3, 4, 5].map((place) => `status.number.${place}`)),
  ...of('menu', ['looked_up', 'shared', 'exported', 'asked'], 'status.more'),
  ...of('button', ['shared'], 'status.share', 'status.share.external'),
  ...of('button', ['exported'], 'status.csv'),
  ...of('button', ['asked'], 'status.ask.form'),
  // The message shortcut answers in the message's thread; the global shortcut opens the form.
  ...of('shortcut', ['looked_up', 'asked'], 'status.message'),
  ...of('button', ['looked_up'], 'status.message.again'),
  // In a channel shared with another organisation, this button first asks for confirmation.
  ...of('button', ['looked_up', 'asked'], 'status.reply'),
  ...of('global_shortcut', ['asked'], 'status.form.shortcut'),
  ...of('button', ['followed'], 'status.settle'),
  ...of('button', ['followed'], 'status.follow'),
  ...of('button', ['unfollowed'], 'status.follow.stop'),
  { kind: 'button', name: 'status.settle.stop', acts: ['unfollowed'], alone: 'maker' },
  // Opening the form that reveals a number is not audited, but a refusal to open the form is.
  { kind: 'button', name: 'status.reveal', acts: ['asked'], alone: 'revealers' },
  { kind: 'form', name: 'status.reveal.form', acts: ['revealed'], alone: 'revealers' },
  ...of('words', ['looked_up', 'reported', 'checked', 'asked'], 'mention', 'direct message'),
  // A workflow step acts for the person in its input, and that person's access is checked.
  ...of('step', ['looked_up', 'asked'], 'look_up_sms_delivery'),
  ...of('button', ['refreshed'], 'status.share.refresh'),
  ...of('button', ['looked_up'], 'status.mention.external'),
  // A button that runs a command is answered and audited like the typed command.
  ...of('button', ['looked_up', 'reported', 'checked', 'subscribed', 'watched'], ...TYPED_COMMANDS),

  // Opening Home is not audited, but a refusal is. Its fields and buttons act like typed commands.
  { kind: 'home', name: 'home', acts: ['asked'] },
  ...of('button', ['looked_up', 'asked'], 'home.number', 'home.look_up'),
  ...of('button', ['looked_up'], ...[1, 2, 3, 4, 5].map((place) => `home.recent.${place}`)),
  ...of('button', ['checked'], 'home.check'),
  ...of('button', ['reported'], 'home.chart'),
  ...of('button', ['asked'], 'home.report', 'home.refresh', 'home.forget', 'home.preferences'),
  ...of('form', ['asked'], 'home.preferences.form'),

  ...of('command', ['reported', 'asked'], '/sms-report'),
  ...of('form', ['reported'], 'report.form'),
  ...of('button', ['reported'], 'report.refresh', 'report.details'),
  ...of('menu', ['shared', 'exported', 'asked'], 'report.more'),
  ...of('button', ['shared'], 'report.share', 'report.share.external'),
  ...of('button', ['exported'], 'report.csv'),
  ...of('button', ['refreshed'], 'report.share.refresh'),
  ...of('button', ['reported'], 'report.mention.external'),
  { kind: 'button', name: 'long.cancel', acts: ['asked'], alone: 'maker' },
  ...of('subcommand', ['subscribed'], '/sms-report subscribe'),
  ...of('subcommand', ['asked'], '/sms-report subscriptions'),
  ...of('subcommand', ['unsubscribed'], '/sms-report unsubscribe'),
  ...of('form', ['subscribed', 'changed_subscription', 'asked'], 'subscription.form'),
  ...of('button', ['subscribed'], 'subscription.again', 'subscription.external'),
  ...of(
    'button',
    ['changed_subscription', 'asked'],
    'subscription.pause',
    'subscription.resume',
    'subscription.send',
  ),
  ...of('button', ['unsubscribed', 'asked'], 'subscription.remove'),
  ...of('menu', ['changed_subscription', 'asked'], 'subscription.more'),
  ...of('button', ['asked'], 'subscription.add', 'subscription.change', 'subscription.keep'),
  ...of('button', ['asked'], 'subscription.previous', 'subscription.next'),

  ...of('command', ['checked', 'asked'], '/sms-check'),
  ...of('button', ['checked'], 'check.refresh', 'check.details', 'check.evidence', 'check.rehearse'),
  ...of('button', ['listed'], 'check.newest'),
  ...of('button', ['shared'], 'check.share', 'check.share.external'),
  ...of('button', ['refreshed'], 'check.share.refresh'),
  ...of('button', ['checked'], 'check.mention.external'),
  ...of('menu', ['checked', 'shared', 'asked'], 'check.more'),
  ...of('subcommand', ['watched'], '/sms-check watch'),
  ...of('subcommand', ['asked'], '/sms-check watches'),
  ...of('subcommand', ['unwatched'], '/sms-check unwatch'),
  ...of('form', ['watched', 'changed_watch', 'asked'], 'watch.form'),
  ...of('button', ['watched'], 'watch.add', 'watch.again', 'watch.external'),
  ...of('button', ['changed_watch', 'asked'], 'watch.mention', 'watch.end', 'watch.pause', 'watch.resume'),
  ...of('button', ['unwatched', 'asked'], 'watch.remove'),
  ...of('menu', ['changed_watch', 'asked'], 'watch.more'),
  ...of('button', ['asked'], 'watch.elsewhere', 'watch.change', 'watch.keep', 'watch.previous', 'watch.next'),
  ...of('button', ['acknowledged', 'asked'], 'incident.acknowledge'),
  ...of('button', ['resolved', 'asked'], 'incident.resolve'),
  ...of('menu', ['snoozed', 'asked'], 'incident.snooze'),
  ...of('form', ['snoozed'], 'incident.snooze.form'),
  ...of('button', ['checked'], 'incident.details'),
  ...of('button', ['exported'], 'incident.pack'),
  { kind: 'button', name: 'incident.pack.whole', acts: ['asked'], alone: 'revealers' },
  { kind: 'form', name: 'incident.pack.form', acts: ['revealed'], alone: 'revealers' },
];
