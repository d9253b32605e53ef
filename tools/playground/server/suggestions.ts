import { type Sandbox, type StoryName, stories } from '../../sandbox/index.ts';
import type { PageSuggestion } from '../page/contract.ts';

const suggest = (typed: string, about: string): PageSuggestion => ({ typed, about });

const descriptions: Partial<Readonly<Record<StoryName, string>>> = {
  delivered: 'All is well: delivered within seconds',
  stuck: 'Stuck: handed to the operator, then no receipt',
  failed: 'Every message fails at the operator',
  waiting: 'The newest message still waits for its receipt: move the clock and refresh',
  late: 'Delivered, now and then only after 25 minutes',
  many: 'Hundreds of messages, page by page',
};

const inWords: readonly PageSuggestion[] = [
  suggest(
    '@SMS Desk +56 9 1234 5678 yesterday',
    'A mention, in a thread too: everybody there reads the masked answer',
  ),
  suggest(
    'Two customers wait for a code: 9 1234-5678 and (56 9) 1111.0003',
    'A message of yours: post it, then “Check SMS delivery” in its menu ⋮',
  ),
];

const reportsAndChecks: readonly PageSuggestion[] = [
  suggest('/sms-report yesterday', "A day's traffic: delivery rate, delays, operators, what changed"),
  suggest(
    '/sms-report subscribe #operations 09:00',
    'A post every morning: then move the clock to tomorrow 09:00, and on by days',
  ),
  suggest('/sms-report subscriptions', 'Which channels get the daily summary: pause, change, send now'),
  suggest('/sms-check', 'Does SMS work, and whose fault is it: try it with an operator down'),
  suggest(
    '/sms-check watch #operations',
    'Told of incidents: then an operator down, and the clock on by 5 minutes, twice',
  ),
  suggest('/sms-check rehearse 7', 'What a watch would have said of the last week'),
];

const forms: readonly PageSuggestion[] = [
  suggest('/sms-report', 'A report by form: any days, sender, number'),
  suggest('/sms-status', 'The form'),
];

const help = suggest('/sms-status help', 'What can be asked');

/** Returns commands to try. The message references in them exist at the platform's current time. */
export function pageSuggestions(platform: Pick<Sandbox, 'newest'>): readonly PageSuggestion[] {
  const numbers = Object.entries(descriptions).flatMap(([name, about]) =>
    stories
      .filter((story) => story.name === name)
      .map(({ number }) => ({ typed: `/sms-status ${number}`, about })),
  );
  const single = singleMessages(platform);
  return [
    ...numbers.slice(0, 2),
    ...inWords,
    ...reportsAndChecks,
    ...numbers.slice(2),
    ...forms,
    ...single,
    help,
  ];
}

function singleMessages(platform: Pick<Sandbox, 'newest'>): readonly PageSuggestion[] {
  const sent = stories[0] && platform.newest(stories[0].number);
  if (sent === undefined) return [];
  return [
    suggest(`/sms-status ${sent.date} ${sent.trx}`, 'One message, by its date and transaction reference'),
    suggest(`/sms-status id ${sent.smsId}`, 'One message, by its identifier'),
  ];
}
