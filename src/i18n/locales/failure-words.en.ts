import type { FailureMeanings } from '../types.ts';

/** What the platform's words for a failure mean, and what to do about the first such message. */
export const failureWords = {
  undeliverable: {
    meaning: 'the operator couldn’t deliver it',
    nextStep: 'Check the number with the customer.',
  },
  undelivered: {
    meaning: 'the operator couldn’t deliver it',
    nextStep: 'Check the number with the customer.',
  },
  rejected: {
    meaning: 'the operator rejected it',
    nextStep: 'Tell the team that deals with operators: the sender or the text may be blocked.',
  },
  expired: {
    meaning: 'the phone couldn’t be reached in time',
    nextStep: 'Ask the customer to switch the phone on, then send a new one.',
  },
  deleted: { meaning: 'it was deleted on its way', nextStep: 'Tell the people on call.' },
  sent_failed: { meaning: 'the operator reported a failure', nextStep: 'Send a new one.' },
  failed: { meaning: 'no reason was given', nextStep: 'Send a new one.' },
} satisfies FailureMeanings;
