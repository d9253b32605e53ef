import { describe, expect, test } from 'vitest';
import { changeForm, subscriptionForm } from '../../../src/features/summaries/form.ts';
import { summaryTranslations } from '../../../src/features/summaries/locales/index.ts';
import {
  addedView,
  alreadyThereView,
  pausedSubscriptionView,
  subscriptionProblemView,
  subscriptionsView,
  unsubscribedView,
} from '../../../src/features/summaries/subscription-view.ts';
import type { Language } from '../../../src/i18n/index.ts';
import { unavailableChannelView, WITHDRAWN } from '../../../src/posting/channels/unavailable-channel.ts';
import { helpView } from '../../../src/slack/blocks/advice-view.ts';
import { button, LIST_PAGE_SIZE } from '../../../src/slack/blocks/blocks.ts';
import type { Subscription } from '../../../src/store/channels/subscriptions.ts';
import { golden } from '../../support/golden.ts';
import { expectWithinLimits } from '../../support/views.ts';

const now = new Date('2026-11-18T17:05:00Z');
const senders = new Map([['56001', 'OTP']]);
const languages: Language[] = ['en', 'es'];
const optionsFor = (language: Language) => ({
  t: summaryTranslations(language),
  senders,
  now,
  timeZone: 'America/Santiago',
});

const subscriptionWith = (changes: Partial<Subscription> = {}): Subscription => ({
  id: 'd0f0f0f0-0000-4000-8000-000000000001',
  number: 1,
  channel: 'C1',
  time: '09:00',
  zone: 'America/Santiago',
  language: 'es',
  subscriber: 'U1',
  state: 'active',
  nextDueAt: new Date('2026-11-19T12:00:00Z'),
  ...changes,
});

const pausedAt = new Date('2026-11-18T13:32:00Z');
const several = [
  subscriptionWith({ lastPost: { day: '2026-11-17' } }),
  subscriptionWith({ number: 2, channel: 'C2', sender: '56001', zone: 'Asia/Kolkata', language: 'en' }),
  subscriptionWith({
    number: 7,
    state: 'paused',
    pausedBecause: 'asked',
    paused: { by: 'U2', at: pausedAt },
  }),
  subscriptionWith({
    number: 8,
    channel: 'C4',
    sender: '56099',
    state: 'paused',
    pausedBecause: 'is_archived',
    paused: { at: pausedAt },
  }),
  subscriptionWith({ number: 9, channel: 'C5', state: 'paused', pausedBecause: 'something_new' }),
  subscriptionWith({ number: 10, channel: 'C6', state: 'paused', pausedBecause: 'asked' }),
];
const many = Array.from({ length: 23 }, (_, at) =>
  subscriptionWith({
    number: 100_000_000 + at,
    channel: `C0123456789${at}`,
    sender: '123456789012345',
    zone: 'America/Argentina/ComodRivadavia',
    state: 'paused',
    pausedBecause: 'channel_not_found',
  }),
);

const lists = golden('subscriptions', ['list']);
const single = golden('subscription', ['added', 'removed', 'paused']);
const unavailable = golden('channel-unavailable', ['not_in_channel']);
const form = golden('subscription-form', ['new', 'change']);
const input = golden('subscription-input', ['help', 'problem-channel_name']);

describe.each(languages)('subscriptions, %s', (language) => {
  const options = optionsFor(language);
  const { t } = options;

  test('are listed', () => {
    lists.state('list', language, subscriptionsView(several, { page: 0 }, options));
    lists.state('none', language, subscriptionsView([], { page: 0 }, options));
  });

  test('have forms to subscribe and to change', () => {
    form.form('new', language, subscriptionForm('C1', { zone: options.timeZone, language }, options));
    const [, one = subscriptionWith()] = several;
    form.form('change', language, changeForm(one, 0, options));
  });

  test('are listed in pages when there are many', () => {
    const first = subscriptionsView(many, { page: 0, note: t.subscription.done.removed(3) }, options);
    lists.state('many', language, first);
    expect(first.blocks.filter(({ type }) => type === 'divider')).toHaveLength(LIST_PAGE_SIZE + 1);
    const last = subscriptionsView(many, { page: 99 }, options);
    expectWithinLimits(last);
    expect(JSON.stringify(last.blocks)).toContain('subscription.previous');
    expect(JSON.stringify(last.blocks)).not.toContain('subscription.next');
  });

  test('are shown singly when added, already present or removed', () => {
    const { done } = t.subscription;
    const [one = subscriptionWith(), second = one] = several;
    single.state('added', language, addedView(one, options));
    single.state('there', language, alreadyThereView(second, options));
    single.state('removed', language, unsubscribedView(second, done.removed(2), options));
  });

  test.each([
    'not_in_channel',
    'channel_not_found',
    'is_archived',
    'restricted_action',
    'invalid_auth',
    'ratelimited',
    'timeout',
    'something_new',
  ])('explain a closed channel: %s', (refused) => {
    const again = button('subscription.again', t.channels.again, 'request');
    unavailable.state(refused, language, unavailableChannelView({ refused }, again, t));
  });

  test.each([
    { problem: 'not_understood', text: 'whenever <!channel>' },
    { problem: 'time', text: '25:00' },
    { problem: 'zone', text: 'America/Atlantis' },
    { problem: 'channel_name', text: `#${'x'.repeat(500)}` },
    { problem: 'twice', text: '10:00' },
    { problem: 'no_channel' },
    { problem: 'which_one' },
    { problem: 'which', text: '2 3' },
    { problem: 'list', text: 'foo' },
    { problem: 'telephone' },
    { problem: 'no_sender' },
    { problem: 'sender', text: 'nobody' },
  ] as const)('explain the problem: $problem', (problem) => {
    const typed = `subscribe 9:00 ${'text' in problem ? problem.text : ''}`.trim();
    const view = subscriptionProblemView(problem, { t, senders, typed, seal: String });
    input.state(`problem-${problem.problem}`, language, view);
  });

  test('notify their owner when the channel was closed', () => {
    const closed = (pausedBecause: string) =>
      pausedSubscriptionView(
        subscriptionWith({ language, sender: '56001', state: 'paused', pausedBecause }),
        t,
        senders,
      );
    single.state('paused', language, closed('is_archived'));
    single.state('paused-withdrawn', language, closed(WITHDRAWN));
    expect(closed('not_in_channel').text).toContain('/invite');
    // An invitation does not help in the other cases.
    for (const because of ['is_archived', 'restricted_action', 'something_new', WITHDRAWN])
      expect(closed(because).text).not.toContain('/invite');
  });

  test('have a help text', () => {
    input.state('help', language, helpView(t.subscription.help, t, { version: '1.2.3 (a1b2c3d)' }));
  });
});

test('the action ids in each block of the list are unique', () => {
  for (const block of subscriptionsView(several, { page: 0 }, optionsFor('en')).blocks) {
    if (block.type !== 'actions') continue;
    const ids = block.elements.map((element) => ('action_id' in element ? element.action_id : ''));
    expect(new Set(ids).size).toBe(ids.length);
  }
});
