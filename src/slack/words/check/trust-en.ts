import type { CheckWords } from './words.ts';

/** How far an operator's receipts can be trusted. */
export const trust: CheckWords['trust'] = {
  title: (day) => `How far its receipts can be trusted, by all its messages of ${day}`,
  unknown: 'There is no settled day to tell by how far its receipts can be trusted.',
  good: 'Nothing speaks against them.',
  tooFew: (messages, needed) =>
    `There were ${messages} that day: too few to tell how far its receipts can be trusted. It takes ${needed}.`,
  none: 'It sends no receipts. It is judged by its hand-over, failures and silence alone.',
  few: (share) => `Only ${share} of its messages ever get a receipt.`,
  receipts: (share) => `${share} of its messages get a receipt.`,
  instant: (share, isDoubt) =>
    `${share} of its receipts come within a second of the hand-over${isDoubt ? ', sooner than handsets answer: it may send them itself' : ''}.`,
  lateTail: (share, isDoubt) =>
    `${share} of its deliveries take more than an hour${isDoubt ? ': what is missing now may still come' : ''}.`,
  clockOff: (share, isDoubt) =>
    `${share} of its deliveries carry times that cannot be${isDoubt ? ': its clock is off' : ''}.`,
};
