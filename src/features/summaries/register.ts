import { isChannel } from '../../slack/access.ts';
import { button, type View } from '../../slack/blocks.ts';
import { closedView } from '../../slack/closed-view.ts';
import type { Asker } from '../../slack/command.ts';
import type { Reply, WaysIn } from '../../slack/desk.ts';
import { adviceView } from '../../slack/errors.ts';
import type { ListPage } from '../../slack/pages.ts';
import { helpView } from '../../slack/question-view.ts';
import type { Subscription, Subscriptions } from '../../store/subscriptions.ts';
import { changeForm, FORM, type FormRequest, readSubscriptionForm, subscriptionForm } from './form.ts';
import { parseSubscriptionInput, SUBCOMMANDS, type SubscriptionInput } from './input.ts';
import { type ListOptions, listView, removedView } from './list-view.ts';
import { problemView } from './problem-view.ts';
import { closedTo, completed, type SubscribeDeps, subscribe } from './subscribe.ts';
import { openRequest, type Row, readRow, rowValue } from './turn.ts';

export interface SubscriptionDeps extends SubscribeDeps {
  readonly subscriptions: Pick<
    Subscriptions,
    'add' | 'list' | 'findByNumber' | 'change' | 'pause' | 'resume' | 'remove'
  >;
  /** Has the latest day posted now, or brought up to date where it stands. */
  readonly sendNow: (subscription: Subscription) => Promise<unknown>;
}

const COMMAND = '/sms-report';

/** `/sms-report subscribe`, `subscriptions` and `unsubscribe`, with their form and buttons. */
export function registerSubscriptions(desk: WaysIn, deps: SubscriptionDeps): void {
  const { subscriptions, senders } = deps;
  const list = async (page: ListPage, asker: Asker): Promise<View> =>
    listView(await subscriptions.list(), page, listOptions(asker, deps));
  const newForm = ({ words, person, channelId }: Asker) => ({
    form: subscriptionForm(
      { channel: isChannel(channelId) ? channelId : undefined, ...person },
      words,
      senders,
    ),
  });

  desk.subcommands(COMMAND, SUBCOMMANDS, async (text, asker) => {
    const input = parseSubscriptionInput(text, deps);
    if ('problem' in input) return problemView(input, asker.words, senders);
    switch (input.kind) {
      case 'help':
        return helpView(asker.words.subscription.help);
      case 'form':
        return newForm(asker);
      case 'list':
        return list({ page: 0 }, asker);
      case 'unsubscribe':
        return unsubscribe(input.which, asker, deps);
      case 'subscribe': {
        const request = completed(input.settings, asker);
        return 'problem' in request
          ? problemView(request, asker.words, senders)
          : subscribe(request, asker, deps);
      }
    }
  });

  desk.form<FormRequest>(FORM, {
    read: (fields, context) => readSubscriptionForm(fields, context, deps),
    async answer(request, asker) {
      if (request.kind === 'new') return subscribe(request.request, asker, deps);
      const { row, settings } = request;
      const { changed, gone } = asker.words.subscription.done;
      const found = await subscriptions.findByNumber(row.number);
      const isThere = found && (await subscriptions.change(found.id, settings, asker.now));
      return list({ page: row.page, note: (isThere ? changed : gone)(row.number) }, asker);
    },
    controls: {},
  });

  desk.button('subscription.add', async (_, asker) => newForm(asker));
  desk.button('subscription.again', async (value, asker) => {
    const request = openRequest(deps.sealer, value);
    return request && subscribe(request, asker, deps);
  });
  for (const turn of ['subscription.previous', 'subscription.next']) {
    desk.button(turn, async (value, asker) =>
      /^\d{1,4}$/.test(value) ? list({ page: Number(value) }, asker) : undefined,
    );
  }

  const onRow = (
    actionId: string,
    act: (subscription: Subscription, row: Row, asker: Asker) => Promise<Reply | RowWord>,
  ) =>
    desk.button(actionId, async (value, asker) => {
      const row = readRow(value);
      if (!row) return undefined;
      const subscription = await subscriptions.findByNumber(row.number);
      const reply = subscription ? await act(subscription, row, asker) : 'gone';
      if (typeof reply !== 'string') return reply;
      return list({ page: row.page, note: asker.words.subscription.done[reply](row.number) }, asker);
    });
  onRow('subscription.pause', async ({ id }) => {
    await subscriptions.pause(id, 'asked');
    return 'paused';
  });
  onRow('subscription.resume', async ({ id, channel }, row, asker) => {
    const { words } = asker;
    const closed = await closedTo(channel, asker, deps);
    if (closed && 'refused' in closed) {
      const again = button('subscription.resume', words.channels.again, rowValue(row));
      return { aside: closedView(closed, again, words) };
    }
    if (closed) return { aside: adviceView(closed, words) };
    await subscriptions.resume(id, asker.now);
    return 'resumed';
  });
  onRow('subscription.send', async (subscription, _, { words }) => {
    if (subscription.state === 'paused') return 'paused';
    if (!deps.access.allowsChannel(subscription.channel))
      return { aside: adviceView(words.subscription.channelNotAllowed, words) };
    await deps.sendNow(subscription);
    return 'sending';
  });
  onRow('subscription.change', async (subscription, row, { words, person }) => ({
    form: changeForm(subscription, row, person.timeZone, words, senders),
  }));
  onRow('subscription.remove', async ({ id }) => ((await subscriptions.remove(id)) ? 'removed' : 'gone'));
}

/** The sentence above the list for what a button did. */
type RowWord = 'paused' | 'resumed' | 'sending' | 'removed' | 'gone';

function listOptions(
  { words, now, person }: Asker,
  { senders }: Pick<SubscriptionDeps, 'senders'>,
): ListOptions {
  return { words, senders, now, timeZone: person.timeZone };
}

type Which = Extract<SubscriptionInput, { kind: 'unsubscribe' }>['which'];

async function unsubscribe(which: Which, asker: Asker, deps: SubscriptionDeps): Promise<View> {
  const { subscriptions } = deps;
  const { words } = asker;
  const { noneHere, noSuchNumber, done } = words.subscription;
  const options = listOptions(asker, deps);
  const found =
    'number' in which
      ? [await subscriptions.findByNumber(which.number)].filter((one) => one !== undefined)
      : (await subscriptions.list()).filter(({ channel }) => channel === which.channel);
  const [one, another] = found;
  if (another) return listView(found, { page: 0, note: done.several }, options);
  if (!one) return adviceView('number' in which ? noSuchNumber(which.number) : noneHere, words);
  const isGone = !(await subscriptions.remove(one.id));
  return removedView(one, (isGone ? done.gone : done.removed)(one.number), options);
}
