import type { Help } from '../words.ts';

/** What `/sms-check help` says. */
export const help: Help = {
  title: 'Is SMS broken, and whose fault is it?',
  usage: [
    ['/sms-check', 'a verdict for each operator against what is usual at this hour'],
    ['/sms-check <operator>', 'one operator: its figures, and how far its receipts can be trusted'],
    [
      '/sms-check rehearse [days] [low|normal|high]',
      'which alerts would have come in the last days, 7 unless told, to a channel that watches with this sensitivity',
    ],
    [
      '/sms-check watch · unwatch · watches',
      'tells a channel of incidents by itself; more with /sms-check watch help',
    ],
  ],
  examplesTitle: 'Examples',
  examples: [
    ['/sms-check', 'all operators'],
    ['/sms-check movi', 'an operator by the beginning of its name'],
    ['/sms-check rehearse 14', 'two weeks, at most 28 days'],
    ['/sms-check rehearse 14 low', 'the same with low sensitivity'],
  ],
  notes: [
    'Figures are at most 5 minutes old. Usual is the same hour of the last four weeks, as it looked at the same age.',
    'degraded: certainly worse than usual. down: most messages are late or do not arrive. down or late: they were handed over, and only their receipts are known to be missing. silent: hardly any messages come in. clock off: times contradict each other. too few to tell: less than 50 messages in a quarter of an hour, now or usually. platform unreachable: nothing can be told of anybody.',
    'Waiting: no receipt after 2 minutes. A delay before the hand-over is the platform’s; after it, operator and handset cannot be told apart.',
    'Refresh reads the platform anew, unless the last reading is less than a minute old.',
    'The same in Spanish: ensayar, vigilar, dejar, vigilancias, ayuda.',
    'Only you see the answer, until you share it.',
  ],
};
