import type { Help } from '../../../i18n/types.ts';

export const input = {
  understood: (parts: string) => `I understood: ${parts}.`,
  readAsForeign: (number: string, country: string) => `I read ${number} as a foreign number: ${country}.`,
  leftOut: (words: string) => `Left out: “${words}”.`,
  readAs: (text: string, meaning: string) => `I read “${text}” as ${meaning}.`,
  spoken: 'I read the number from words: please compare its digits.',
  instead: (meaning: string) => `${meaning} instead`,
  isCode: { sentence: 'That looks like a code.', nextStep: 'Which number was it sent to?' },
  itsReport: 'It’s a sender: its report',
  asReference: (day: string) => `Reference, ${day}`,
  asIdentifier: 'It’s an identifier',
  firstNumbers: (count: number) => `The first ${count}`,
  numbers: (count: number) => `${count} numbers`,
  notStarted: 'not looked up in time. Press its button.',
  notStartedShared: 'not looked up in time. Press Refresh.',
  didYouMean: 'Did you mean this?',
  form: 'Form',
  showHelp: 'Help',

  notUnderstood: (text: string) => ({
    sentence: `I didn’t understand “${text}”.`,
    nextStep: 'Pick the days, or open the form.',
  }),
  whichNumber: (text: string, countries: string) => ({
    sentence: `I’m not sure which number “${text}” is.`,
    nextStep: `Is it from ${countries}? If not, check the digits.`,
  }),
  reportOn: (days: string) => `Its report: ${days}`,
  whichDay: (reference: string) => ({
    sentence: `Which day was “${reference}” sent?`,
    nextStep: 'A reference is looked up with its day.',
  }),
  noId: { sentence: 'Which message?', nextStep: 'Type its identifier after “id”, or open the form.' },
  noReference: { sentence: 'Which message?', nextStep: 'Type its reference after the date.' },
  notAReference: (text: string) => ({
    sentence: `“${text}” isn’t a single reference.`,
    nextStep: 'Type the date, then the reference in one word.',
  }),
  manyNumbers: (most: number) => ({
    sentence: `I look up ${most} numbers at a time.`,
    nextStep: 'Send the others in another command.',
  }),
  onlyTheNumber: (beside: string) => `Only the number goes here, not “${beside}”.`,

  help: (maxDays: number) =>
    ({
      title: 'What happened to a number’s messages',
      usage: [
        ['/sms-status', 'a form to fill in'],
        ['/sms-status <number>', 'its messages of the last 3 days, newest first'],
        ['/sms-status <number> <when> from <sender>', 'of other days, or of one sender; in any order'],
        ['/sms-status <number>, <number>', 'up to 5 numbers, a line each'],
        ['/sms-status <date> <reference>', 'one message by its transaction reference'],
        ['/sms-status id <identifier>', 'one message by its identifier'],
      ],
      examplesTitle: 'When',
      examples: [
        ['today', 'or “yesterday”'],
        ['last 7 days', `up to ${maxDays} days`],
        ['2026-11-18', 'one day'],
        ['2026-11-15..2026-11-18', 'from one day to another'],
      ],
      notes: [
        'Paste a number as you have it: with spaces, brackets, a name beside it, or as a WhatsApp link. Without + it’s read as one of your country’s.',
        'Days are days in your time zone. Numbers, codes and links are masked.',
        'Only you see the answer, until you share it.',
        'Or mention the bot with the same words, also in a thread, or write to it. For someone’s message, use its menu: “Check SMS delivery”; from anywhere, the shortcut “SMS status”.',
      ],
    }) satisfies Help,
};
