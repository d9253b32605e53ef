import { REPORT_MENTION_WORDS } from '../../domain/command-words.ts';
import { registerListActions } from '../../posting/channels/list-view.ts';
import { channelDefaults } from '../../posting/channels/settings-form.ts';
import { channelNotAllowedView, pausedNote } from '../../posting/channels/unavailable-channel.ts';
import { helpView, typeInsteadView } from '../../slack/blocks/advice-view.ts';
import type { ListPage, View } from '../../slack/blocks/blocks.ts';
import { CHANNEL_SCOPES, HISTORY_SCOPES } from '../../slack/connection/scopes.ts';
import { isChannel } from '../../slack/listeners/access.ts';
import type { Listeners, Router } from '../../slack/listeners/router.ts';
import { sealCommand } from '../../slack/listeners/typed-command.ts';
import type { Deps } from '../dependencies.ts';
import {
  changeForm,
  readSubscriptionForm,
  SUBSCRIPTION_FORM,
  type SubscriptionFormRequest,
  subscriptionForm,
} from './form.ts';
import { parseSubscriptionInput, SUBSCRIPTION_SUBCOMMANDS } from './input.ts';
import { forgetSummaries, registerSummaryJobs, sendNow } from './job.ts';
import { type SummaryContext, type SummaryTranslations, summaryTranslations } from './locales/index.ts';
import { openSubscriptionRequest, subscribe, unsubscribe, withDefaults } from './subscribe.ts';
import { type ListOptions, subscriptionProblemView, subscriptionsView } from './subscription-view.ts';

export const summaries = {
  commands: [] as readonly string[],
  scopes: ['chat:write', ...HISTORY_SCOPES, ...CHANNEL_SCOPES],
  register(app: Router, deps: Deps): void {
    const router = app.withTranslations(summaryTranslations).offline;
    registerCommand(router, deps);
    registerForm(router, deps);
    registerButtons(router, deps);
    registerSummaryJobs(deps);
  },
  recover: forgetSummaries,
} as const;

function registerCommand(router: Listeners<SummaryTranslations>, deps: Deps): void {
  const { senders } = deps.settings;
  router.subcommands('/sms-report', SUBSCRIPTION_SUBCOMMANDS, async (text, context) => {
    const input = parseSubscriptionInput(text, senders);
    const { t } = context;
    const seal = (typed: string) => sealCommand(deps.runtime.sealer, '/sms-report', typed);
    const problemOptions = { t, senders, typed: text, seal };
    if ('problem' in input) return subscriptionProblemView(input, problemOptions);
    switch (input.kind) {
      case 'help':
        return helpView(t.subscription.help, t, deps.settings);
      case 'form':
        return newForm(context, deps);
      case 'list':
        return list({ page: 0 }, context, deps);
      case 'unsubscribe':
        return unsubscribe(input.selector, listOptions(context, deps), context, deps);
      case 'subscribe': {
        const request = await withDefaults(input.settings, context, deps);
        return 'problem' in request
          ? subscriptionProblemView(request, problemOptions)
          : subscribe(request, context, deps);
      }
    }
  });
  // A message to the bot cannot change subscriptions; the answer is the command to type.
  for (const word of SUBSCRIPTION_SUBCOMMANDS) {
    router.mention(
      async (_, { t }) => typeInsteadView(`/sms-report ${word}`, t),
      [word, ...REPORT_MENTION_WORDS.map((first) => `${first} ${word}`)],
    );
  }
}

function registerForm(router: Listeners<SummaryTranslations>, deps: Deps): void {
  const { subscriptions } = deps.stores;
  router.form<SubscriptionFormRequest>(SUBSCRIPTION_FORM, {
    read: (fields, context) => readSubscriptionForm(fields, context, deps.settings.senders),
    async answer(request, context) {
      if (request.kind === 'new') return subscribe(request.request, context, deps);
      const { row, settings } = request;
      const { changed, gone } = context.t.subscription.done;
      context.acts.note('changed_subscription');
      const found = await subscriptions.findByNumber(row.number);
      const isThere = found && (await subscriptions.change(found.id, settings, context.now));
      return list({ page: row.page, note: (isThere ? changed : gone)(row.number) }, context, deps);
    },
    controls: {},
  });
}

function registerButtons(router: Listeners<SummaryTranslations>, deps: Deps): void {
  const { subscriptions } = deps.stores;
  router.button('subscription.add', async (_, context) => newForm(context, deps));
  router.sealedButton('subscription.again', openSubscriptionRequest, (request, context) =>
    subscribe(request, context, deps),
  );
  router.sealedButton('subscription.external', openSubscriptionRequest, (request, context) =>
    subscribe(request, context, deps, true),
  );
  const onRow = registerListActions(
    router,
    {
      kind: 'subscription',
      acts: { changed: 'changed_subscription', removed: 'unsubscribed' },
      settings: subscriptions,
      show: (page, context) => list(page, context, deps),
      texts: (t) => t.subscription,
      resume: ({ id }, { now }) => subscriptions.resume(id, now),
    },
    deps,
  );
  onRow('send', async (subscription, { number }, { t, format, acts }) => {
    acts.note('changed_subscription');
    const { done } = t.subscription;
    if (subscription.state === 'paused') {
      acts.failed('paused');
      return pausedNote(subscription, done.paused, { t, format });
    }
    if (!deps.slack.access.allowsChannel(subscription.channel)) {
      acts.refused('channel');
      return { ephemeral: channelNotAllowedView(t, deps) };
    }
    await sendNow(subscription, deps);
    return done.sending(number);
  });
  onRow('change', async (subscription, row, context) => ({
    form: changeForm(subscription, row.page, listOptions(context, deps)),
  }));
}

async function newForm(context: SummaryContext, deps: Deps) {
  const { channelId } = context;
  const channel = isChannel(channelId) ? channelId : undefined;
  const locale = await channelDefaults(channel, deps.stores, deps.settings.defaults);
  return { form: subscriptionForm(channel, locale, listOptions(context, deps)) };
}

async function list(page: ListPage, context: SummaryContext, deps: Deps): Promise<View> {
  return subscriptionsView(await deps.stores.subscriptions.list(), page, listOptions(context, deps));
}

function listOptions({ t, now, user }: SummaryContext, { settings }: Deps): ListOptions {
  return { t, senders: settings.senders, now, timeZone: user.timeZone };
}
