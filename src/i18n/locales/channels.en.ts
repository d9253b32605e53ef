import type { Advice, UnavailableReason } from '../types.ts';

const again = 'Then press the button below.';

/** What is said of whatever is set up for a channel and posts there by itself. */
export const channels = {
  /** Nothing can be posted there, and what to do first. Asked again by a button. */
  closed: {
    notMember: {
      sentence: 'SMS Desk is not a member of that channel, so it cannot post there.',
      nextStep: `Go to the channel and type /invite @SMS Desk. ${again}`,
    },
    notFound: {
      sentence: 'SMS Desk does not see that channel: it is private, or it is gone.',
      nextStep: `If it is private, go to it and type /invite @SMS Desk. ${again}`,
    },
    archived: {
      sentence: 'That channel is archived.',
      nextStep: 'Pick another channel, or have this one brought back.',
    },
    notAllowed: {
      sentence: 'Slack does not let SMS Desk post in that channel.',
      nextStep: 'Ask your Slack administrator who may post there and what the app may do.',
    },
    noAccess: {
      sentence: 'Slack does not take the app’s sign-in, or has switched the app off.',
      nextStep: 'Ask whoever runs SMS Desk to check its installation.',
    },
    busy: { sentence: 'Slack asks for a pause.', nextStep: 'Press the button below in a minute.' },
    timeout: {
      sentence: 'Slack did not say whether SMS Desk can post in that channel.',
      nextStep: 'Press the button below in a minute.',
    },
    other: (word) => ({
      sentence: `Slack lets nothing be posted in that channel (${word}).`,
      nextStep: 'Pick another channel. If you need this one, tell whoever runs SMS Desk.',
    }),
  } satisfies Record<UnavailableReason, Advice> & { other: (word: string) => Advice },

  again: 'Try again',

  paused: (why: string) => `Paused: ${why}`,

  pausedBecause: {
    asked: 'at somebody’s request',
    withdrawn: 'delivery figures may no longer be shown in the channel',
    notMember: 'SMS Desk is no longer a member of the channel',
    notFound: 'the channel is gone, or SMS Desk no longer sees it',
    archived: 'the channel is archived',
    notAllowed: 'SMS Desk may no longer post in the channel',
    noAccess: 'Slack did not take the app’s sign-in',
    busy: 'Slack took no more posts',
    timeout: 'Slack did not answer',
    other: (word) => `Slack refused the post (${word})`,
  } satisfies Record<UnavailableReason | 'asked' | 'withdrawn', string> & { other: (word: string) => string },

  languages: { en: 'English', es: 'Spanish' },

  page: (page: number, pages: number) => `Page ${page} of ${pages}`,

  /** Before the name of whoever did. */
  setUpBy: 'set up by ',

  buttons: { previous: 'Previous', next: 'Next', pause: 'Pause', resume: 'Resume', remove: 'Remove' },
  /** Answers to whether it is to be removed. */
  removing: { confirm: 'Remove', deny: 'Keep' },
};
