import type { BlindSpot } from '../../domain/detection/baseline.ts';

const again = 'Then press the button.';

const blindSpots: Readonly<Record<BlindSpot['kind'], string>> = {
  late: 'late messages',
  failures: 'failures',
  few_failures: 'small rises in failures',
  silence: 'silence',
};

export const channels = {
  closed: {
    notMember: {
      sentence: 'SMS Desk isn’t in that channel, so it can’t post there.',
      nextStep: `Type /invite @SMS Desk in the channel. ${again}`,
    },
    notFound: {
      sentence: 'SMS Desk can’t see that channel: it’s private, or it’s gone.',
      nextStep: `If it’s private, type /invite @SMS Desk there. ${again}`,
    },
    archived: {
      sentence: 'That channel is archived.',
      nextStep: 'Pick another channel, or unarchive this one.',
    },
    readOnly: {
      sentence: 'Only some people can post in that channel.',
      nextStep: 'Pick another channel, or ask for SMS Desk to be allowed to post there.',
    },
    notAllowed: {
      sentence: 'Slack won’t let SMS Desk post in that channel.',
      nextStep: 'Ask your Slack administrator to let SMS Desk post there.',
    },
    scopeMissing: {
      sentence: 'SMS Desk lacks the Slack permission for that.',
      nextStep: 'Ask whoever runs SMS Desk to install it again with all its permissions.',
    },
    noAccess: {
      sentence: 'Slack no longer accepts SMS Desk’s sign-in.',
      nextStep: 'Ask whoever runs SMS Desk to check that it’s installed.',
    },
    busy: { sentence: 'Slack is busy and asked me to wait.', nextStep: 'Press the button in a minute.' },
    timeout: {
      sentence: 'Slack didn’t confirm that SMS Desk can post in that channel.',
      nextStep: 'Press the button in a minute.',
    },
    other: (word: string) => ({
      sentence: `Slack won’t let SMS Desk post in that channel (${word}).`,
      nextStep: 'Pick another channel. If you need this one, tell whoever runs SMS Desk.',
    }),
  },

  again: 'Try again',

  /** Used if it is unknown who paused; after `pausedBy` come a name and a time. */
  paused: 'paused',
  pausedBy: 'paused by ',
  pausedByBot: 'paused by SMS Desk',

  pausedBecause: {
    withdrawn: 'delivery figures can’t be shown in the channel any more',
    notMember: 'SMS Desk is no longer in the channel',
    notFound: 'SMS Desk can’t see the channel any more',
    archived: 'the channel is archived',
    readOnly: 'only some people can post in the channel now',
    notAllowed: 'Slack no longer lets SMS Desk post there',
    scopeMissing: 'SMS Desk lacks a Slack permission',
    noAccess: 'Slack no longer accepts SMS Desk’s sign-in',
    busy: 'Slack was too busy to take posts',
    timeout: 'Slack didn’t answer',
    other: (word: string) => `Slack refused the post (${word})`,
  },

  badZone: (text: string) => ({
    sentence: `“${text}” isn’t a time zone I know.`,
    nextStep: 'Write continent and city, like America/Santiago, or UTC.',
  }),
  form: {
    channel: 'Channel',
    channelHint: 'SMS Desk has to be in it: type /invite @SMS Desk there.',
    noChannel: 'That isn’t a channel. Pick a public or private one, not a direct message.',
    zone: 'Time zone',
    otherZone: 'Or another time zone',
    otherZoneHint: 'Continent and city, like America/Punta_Arenas.',
    language: 'Language',
    /** Shown in brackets after the person’s own time zone in a menu. */
    yours: 'yours',
    changeSubmit: 'Save',
  },

  languages: { en: 'English', es: 'Spanish' },

  page: (page: number, pages: number) => `Page ${page} of ${pages}`,

  setUpBy: 'set up by ',
  blindSpots: (spots: readonly BlindSpot[]) =>
    `I can’t see yet: ${spots.map(({ kind, until }) => `${blindSpots[kind]} (until ${until})`).join(', ')}.`,

  buttons: {
    previous: 'Previous',
    next: 'Next',
    change: 'Change',
    pause: 'Pause',
    resume: 'Resume',
    remove: 'Remove',
  },
  removing: { confirm: 'Remove', deny: 'Keep' },
};
