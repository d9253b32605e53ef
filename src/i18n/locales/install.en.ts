/** Pages in a browser, for the person who installs the app. */
export const install = {
  title: 'SMS Desk',
  again: 'Start again',
  installed: {
    heading: 'SMS Desk is installed.',
    nextStep: 'You can close this page. In Slack, type /sms-status help.',
  },
  denied: {
    heading: 'Nothing was installed.',
    nextStep: 'You cancelled at Slack. Start again whenever you like.',
  },
  state: {
    heading: 'This page has expired, or was already opened.',
    nextStep: 'Nothing was installed. Start again, in the same browser, and finish within ten minutes.',
  },
  refused: {
    heading: 'Slack refused the installation.',
    nextStep: 'Nothing was installed. Start again; if it happens twice, tell whoever runs SMS Desk.',
  },
  failed: {
    heading: 'The installation didn’t work just now.',
    nextStep: 'Start again in a minute; if it happens twice, tell whoever runs SMS Desk.',
  },
  busy: {
    heading: 'Too many people are installing right now.',
    nextStep: 'Start again in a minute.',
  },
  notListed: {
    heading: 'SMS Desk isn’t set up for this workspace.',
    nextStep: (contact: string | undefined) =>
      `Nothing was saved. Ask ${contact ?? 'whoever runs SMS Desk'} to add it, then install again.`,
  },
};
