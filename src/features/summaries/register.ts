import { unavailableChannelView } from '../../channels/unavailable-channel.ts';
import { adviceView, helpView } from '../../slack/advice-view.ts';
import { button, type View } from '../../slack/blocks/blocks.ts';
import { isChannel } from '../../slack/listeners/access.ts';
import type { Reply } from '../../slack/listeners/context.ts';
import type { Listeners } from '../../slack/listeners/router.ts';

import type { ListPage } from '../../slack/pagination.ts';
import type { Subscription } from '../../store/channels/subscription-rows.ts';
import type { Subscriptions } from '../../store/channels/subscriptions.ts';
import { openSubscriptionRequest, type Row, readRow, rowValue } from './actions.ts';
import {
  changeForm,
  readSubscriptionForm,
  SUBSCRIPTION_FORM,
  type SubscriptionFormRequest,
  subscriptionForm,
} from './form.ts';
import { parseSubscriptionInput, SUBSCRIPTION_SUBCOMMANDS, type SubscriptionInput } from './input.ts';
import { type ListOptions, listView, removedView } from './list-view.ts';
import type { SummaryContext, SummaryTranslations } from './locales/index.ts';
import { subscriptionProblemView } from './problem-view.ts';
import { closedTo, completed, type SubscribeDeps, subscribe } from './subscribe.ts';

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
export function registerSubscriptions(router: Listeners<SummaryTranslations>, deps: SubscriptionDeps): void {
  const { subscriptions, senders } = deps;
  const list = async (page: ListPage, context: SummaryContext): Promise<View> =>
    listView(await subscriptions.list(), page, listOptions(context, deps));
  const newForm = ({ t, user, channelId }: SummaryContext) => ({
    form: subscriptionForm({ channel: isChannel(channelId) ? channelId : undefined, ...user }, t, senders),
  });

  router.subcommands(COMMAND, SUBSCRIPTION_SUBCOMMANDS, async (text, context) => {
    const input = parseSubscriptionInput(text, deps);
    if ('problem' in input) return subscriptionProblemView(input, context.t, senders);
    switch (input.kind) {
      case 'help':
        return helpView(context.t.subscription.help);
      case 'form':
        return newForm(context);
      case 'list':
        return list({ page: 0 }, context);
      case 'unsubscribe':
        return unsubscribe(input.which, context, deps);
      case 'subscribe': {
        const request = completed(input.settings, context);
        return 'problem' in request
          ? subscriptionProblemView(request, context.t, senders)
          : subscribe(request, context, deps);
      }
    }
  });

  router.form<SubscriptionFormRequest>(SUBSCRIPTION_FORM, {
    read: (fields, context) => readSubscriptionForm(fields, context, deps),
    async answer(request, context) {
      if (request.kind === 'new') return subscribe(request.request, context, deps);
      const { row, settings } = request;
      const { changed, gone } = context.t.subscription.done;
      const found = await subscriptions.findByNumber(row.number);
      const isThere = found && (await subscriptions.change(found.id, settings, context.now));
      return list({ page: row.page, note: (isThere ? changed : gone)(row.number) }, context);
    },
    controls: {},
  });

  router.button('subscription.add', async (_, context) => newForm(context));
  router.button('subscription.again', async (value, context) => {
    const request = openSubscriptionRequest(deps.sealer, value);
    return request && subscribe(request, context, deps);
  });
  for (const turn of ['subscription.previous', 'subscription.next']) {
    router.button(turn, async (value, context) =>
      /^\d{1,4}$/.test(value) ? list({ page: Number(value) }, context) : undefined,
    );
  }

  const onRow = (
    actionId: string,
    act: (subscription: Subscription, row: Row, context: SummaryContext) => Promise<Reply | RowWord>,
  ) =>
    router.button(actionId, async (value, context) => {
      const row = readRow(value);
      if (!row) return undefined;
      const subscription = await subscriptions.findByNumber(row.number);
      const reply = subscription ? await act(subscription, row, context) : 'gone';
      if (typeof reply !== 'string') return reply;
      return list({ page: row.page, note: context.t.subscription.done[reply](row.number) }, context);
    });
  onRow('subscription.pause', async ({ id }) => {
    await subscriptions.pause(id, 'asked');
    return 'paused';
  });
  onRow('subscription.resume', async ({ id, channel }, row, context) => {
    const { t } = context;
    const closed = await closedTo(channel, context, deps);
    if (closed && 'refused' in closed) {
      const again = button('subscription.resume', t.channels.again, rowValue(row));
      return { ephemeral: unavailableChannelView(closed, again, t) };
    }
    if (closed) return { ephemeral: adviceView(closed, t) };
    await subscriptions.resume(id, context.now);
    return 'resumed';
  });
  onRow('subscription.send', async (subscription, _, { t }) => {
    if (subscription.state === 'paused') return 'paused';
    if (!deps.access.allowsChannel(subscription.channel))
      return { ephemeral: adviceView(t.subscription.channelNotAllowed, t) };
    await deps.sendNow(subscription);
    return 'sending';
  });
  onRow('subscription.change', async (subscription, row, { t, user }) => ({
    form: changeForm(subscription, row, user.timeZone, t, senders),
  }));
  onRow('subscription.remove', async ({ id }) => ((await subscriptions.remove(id)) ? 'removed' : 'gone'));
}

/** The sentence above the list for what a button did. */
type RowWord = 'paused' | 'resumed' | 'sending' | 'removed' | 'gone';

function listOptions(
  { t, now, user }: SummaryContext,
  { senders }: Pick<SubscriptionDeps, 'senders'>,
): ListOptions {
  return { t, senders, now, timeZone: user.timeZone };
}

type Which = Extract<SubscriptionInput, { kind: 'unsubscribe' }>['which'];

async function unsubscribe(which: Which, context: SummaryContext, deps: SubscriptionDeps): Promise<View> {
  const { subscriptions } = deps;
  const { t } = context;
  const { noneHere, noSuchNumber, done } = t.subscription;
  const options = listOptions(context, deps);
  const found =
    'number' in which
      ? [await subscriptions.findByNumber(which.number)].filter((one) => one !== undefined)
      : (await subscriptions.list()).filter(({ channel }) => channel === which.channel);
  const [one, another] = found;
  if (another) return listView(found, { page: 0, note: done.several }, options);
  if (!one) return adviceView('number' in which ? noSuchNumber(which.number) : noneHere, t);
  const isGone = !(await subscriptions.remove(one.id));
  return removedView(one, (isGone ? done.gone : done.removed)(one.number), options);
}
