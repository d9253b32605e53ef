/** What is said of who is mentioned in a channel that watches. */
export const notify = {
  refused: {
    sentence: 'You can have yourself mentioned, or a group you’re in; nobody else.',
    nextStep: 'Choose one of those, or ask whoever runs SMS Desk to let you have anybody mentioned.',
  },
  noAccess: {
    sentence: 'That person can’t use SMS Desk, so they can’t be mentioned.',
    nextStep: 'Choose somebody who can, or a group.',
  },
  /** Buttons, by whom they have mentioned in place of who was refused. */
  instead: {
    me: 'Mention me',
    group: (handle: string) => `Mention @${handle}`,
    nobody: 'Mention nobody',
  },
  unverified: {
    sentence: 'Slack didn’t tell me who may be mentioned.',
    nextStep: 'Try again in a minute.',
  },
  notFound: (text: string) => ({
    sentence: `I can’t find “${text}”.`,
    nextStep: 'Type @ and pick the person or group from the list.',
  }),
  none: 'Nobody is mentioned, so nobody’s phone will ring.',
  /** A name follows. */
  once: 'Mentioned once, when an incident begins: ',
  twice: 'Mentioned when an incident begins, and again when it’s over: ',
  tellsEnd: 'The channel is told when it’s over, too.',
  choose: 'Mention…',
  choices: { nobody: 'Nobody', me: 'Me', here: '@here', asNow: 'As it is now' },
  /** A button, by what it makes so. */
  end: { channel: 'Tell the channel when it’s over', thread: 'Tell the end in the thread only' },
  form: {
    mention: 'Who is mentioned when an incident begins?',
    end: 'Where is its end told?',
    ends: { thread: 'In the thread', channel: 'In the channel too, mentioned again' },
  },
};
