import type { Help } from '../../../i18n/types.ts';

export const checkHelp: Help = {
  title: 'Is SMS broken, and whose fault is it?',
  usage: [
    ['/sms-check', 'is SMS working? A verdict for each operator'],
    ['/sms-check <operator>', 'one operator: its figures, and whether its receipts can be trusted'],
    [
      '/sms-check rehearse [days] [low|normal|high]',
      'which alerts a channel would have had in the last days (7 unless you say), and how many at each sensitivity',
    ],
    [
      '/sms-check watch · unwatch · watches',
      'tells a channel about incidents; more with /sms-check watch help',
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
    'Figures are at most 5 minutes old. Usual is this hour in the last four weeks, as it looked at the time.',
    'degraded: clearly worse than usual. down: most messages are late or never arrive. down or late: handed over, and only the receipts are missing for sure. silent: almost no messages come in. clock off: the times contradict each other. too few to tell: even with the last three hours added up.',
    'Waiting: no receipt after 2 minutes. A delay before the hand-over is the platform’s; after it, nobody can tell the operator from the handset.',
    'Refresh reads the platform again, unless it was read less than a minute ago.',
    'The same in Spanish: ensayar, vigilar, dejar, vigilancias, ayuda.',
    'Or mention the bot, also in a thread, or write to it: “check”. For one person’s message, use its menu: “Check SMS delivery”.',
    'Only you see the answer until you share it.',
  ],
};
