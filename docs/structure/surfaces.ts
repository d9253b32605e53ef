import type { Act } from '../../src/domain/audit.ts';

/**
 * Every way in which a person reaches the bot. Only members of `ALLOWED_USERGROUPS` may use it, in `ALLOWED_CHANNELS`
 * and in direct messages. A refusal is audited as `asked`, with the reason. Tests compare the table with the registered
 * listeners, and each row with the access check and the audit.
 */
export interface BotSurface {
  readonly kind:
    | 'command'
    | 'subcommand'
    | 'button'
    | 'menu'
    | 'form'
    | 'words'
    | 'step'
    | 'shortcut'
    | 'global_shortcut'
    | 'home';
  /** The name in Slack and in the audit; for a subcommand with its first word. */
  readonly name: string;
  /** The audit acts it may write, at least one per use: `asked` for help, a form, a list or a query. */
  readonly acts: readonly Act[];
  /** Extra condition: `revealers` are members of `REVEAL_USERGROUPS`, `maker` is the person who started it. */
  readonly alone?: 'revealers' | 'maker';
}

const of = (kind: BotSurface['kind'], acts: readonly Act[], ...names: readonly string[]): BotSurface[] =>
  names.map((name) => ({ kind, name, acts }));

export const surfaces: readonly BotSurface[] = [
  // Numbers and messages
  ...of('command', ['looked_up', 'asked'], '/sms-status'),
  ...of('form', ['looked_up'], 'status.form'),
  ...of(
    'button',
    ['looked_up'],
    'status.newer',
    'status.older',
    'status.number',
    'status.refresh',
    'status.details',
  ),
  ...of('button', ['looked_up'], ...[1, 2, 3, 4, 5].map((place) => `status.number.${place}`)),
  ...of('menu', ['looked_up', 'shared', 'exported', 'asked'], 'status.more'),
  ...of('button', ['shared'], 'status.share', 'status.share.external'),
  ...of('button', ['exported'], 'status.csv'),
  ...of('button', ['asked'], 'status.ask.form'),
  // The message shortcut answers in the thread; the global shortcut opens the form.
  ...of('shortcut', ['looked_up', 'asked'], 'status.message'),
  ...of('button', ['looked_up'], 'status.message.again'),
  // Asks for confirmation in a channel shared with another organisation.
  ...of('button', ['looked_up', 'asked'], 'status.reply'),
  ...of('global_shortcut', ['asked'], 'status.form.shortcut'),
  ...of('button', ['followed'], 'status.settle'),
  { kind: 'button', name: 'status.settle.stop', acts: ['unfollowed'], alone: 'maker' },
  // Opening the form is not audited; a refusal is.
  { kind: 'button', name: 'status.reveal', acts: ['asked'], alone: 'revealers' },
  { kind: 'form', name: 'status.reveal.form', acts: ['revealed'], alone: 'revealers' },
  ...of('words', ['looked_up', 'reported', 'checked', 'asked'], 'mention', 'direct message'),
  // A workflow step: on behalf of the person in its input.
  ...of('step', ['looked_up', 'asked'], 'look_up_sms_delivery'),
  // Refreshes a shared answer in place; and a confirmed answer in a thread with another organisation.
  ...of('button', ['refreshed'], 'status.share.refresh'),
  ...of('button', ['looked_up'], 'status.mention.external'),
  // A button that types a command is answered and audited like the command.
  ...of('button', ['looked_up', 'reported', 'checked', 'subscribed', 'watched'], 'command.typed.0'),

  // Home. Opening it is not audited; a refusal is. Commands of its fields and buttons are answered like typed ones.
  { kind: 'home', name: 'home', acts: ['asked'] },
  ...of('button', ['looked_up', 'asked'], 'home.number', 'home.look_up'),
  ...of('button', ['looked_up'], ...[1, 2, 3, 4, 5].map((place) => `home.recent.${place}`)),
  ...of('button', ['checked'], 'home.check'),
  ...of('button', ['reported'], 'home.chart'),
  ...of('button', ['asked'], 'home.report', 'home.refresh', 'home.forget', 'home.preferences'),
  ...of('form', ['asked'], 'home.preferences.form'),

  // Reports and summaries
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

  // Checks, watches and incidents
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
