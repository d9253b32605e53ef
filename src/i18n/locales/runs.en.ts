import { english } from '../plural.ts';

const { counted, many } = english;

/** Texts for slow work. `name`: for example `report`; `again`: label of the button that repeats the work. */
export function runs(name: string, again: string) {
  const ready = `The ${name} comes here when it’s ready.`;
  return {
    /** Shown where the person asked, if the answer comes by direct message. */
    moved: `This takes a while. I’ll DM you the ${name}.`,
    here: { sentence: 'This takes a while.', nextStep: ready },
    refused: { sentence: 'This takes a while, and Slack won’t let me DM you.', nextStep: ready },
    progress: (daysDone: number, days: number, messages: number) =>
      `${counted(daysDone)} of ${many(days, 'day', 'days')} · ${many(messages, 'message', 'messages')} read`,
    cancel: 'Cancel',
    cancelled: { sentence: 'Cancelled.', nextStep: 'Ask again whenever you like.' },
    ended: { sentence: `This ${name} is no longer running.`, nextStep: 'There’s nothing to cancel.' },
    interrupted: {
      sentence: `SMS Desk restarted before the ${name} was ready.`,
      nextStep: 'Ask again: the days already read are kept.',
    },
    again,
  };
}
