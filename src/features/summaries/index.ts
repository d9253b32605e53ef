import { REPORT_MENTION_WORDS } from '../../domain/command-words.ts';
import { registerListActions } from '../../posting/channels/list-view.ts';
import { channelDefaults } from '../../posting/channels/settings-form.ts';
import type { Which } from '../../posting/channels/settings-input.ts';
import { channelNotAllowedView, pausedNote } from '../../posting/channels/unavailable-channel.ts';
import { adviceView, helpView, typeInsteadView } from '../../slack/blocks/advice-view.ts';
import type { ListPage, View } from '../../slack/blocks/blocks.ts';
import { CHANNEL_SCOPES, HISTORY_SCOPES } from '../../slack/connection/scopes.ts';
import { isChannel } from '../../slack/listeners/access.ts';
import type { Listeners, Router } from '../../slack/listeners/router.ts';
import { sealCommand } from '../../slack/listeners/typed-command.ts';
import type { FeatureDeps } from '../dependencies.ts';
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
import { completed, openSubscriptionRequest, subscribe } from './subscribe.ts';
import {
  type ListOptions,
  subscriptionProblemView,
  subscriptionsView,
  unsubscribedView,
} from './subscription-view.ts';

export const summaries = {
  commands: [] as readonly string[],
  scopes: ['chat:write', ...HISTORY_SCOPES, ...CHANNEL_SCOPES],
  register(app: Router, deps: FeatureDeps): void {
    const router = app.speaking(summaryTranslations).offline;
    registerCommand(router, deps);
    registerForm(router, deps);
    registerButtons(router, deps);
    registerSummaryJobs(deps);
  },
  recover: forgetSummaries,
} as const;

function registerCommand(router: Listeners<SummaryTranslations>, deps: FeatureDeps): void {
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
        return unsubscribe(input.which, context, deps);
      case 'subscribe': {
        const request = await completed(input.settings, context, deps);
        return 'problem' in request
          ? subscriptionProblemView(request, problemOptions)
          : subscribe(request, context, deps);
      }
    }
  });
  // A subscription takes the command itself, not words in passing.
  for (const word of SUBSCRIPTION_SUBCOMMANDS) {
    router.mention(
      async (_, { t }) => typeInsteadView(`/sms-report ${word}`, t),
      [word, ...REPORT_MENTION_WORDS.map((first) => `${first} ${word}`)],
    );
  }
}

function registerForm(router: Listeners<SummaryTranslations>, deps: FeatureDeps): void {
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

function registerButtons(router: Listeners<SummaryTranslations>, deps: FeatureDeps): void {
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
  onRow('send', async (subscription, { number }, { t, formatter, acts }) => {
    acts.note('changed_subscription');
    const { done } = t.subscription;
    if (subscription.state === 'paused') {
      acts.failed('paused');
      return pausedNote(subscription, done.paused, { t, formatter });
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

async function newForm(context: SummaryContext, deps: FeatureDeps) {
  const { channelId } = context;
  const channel = isChannel(channelId) ? channelId : undefined;
  const reads = await channelDefaults(channel, deps.stores, deps.settings.defaults);
  return { form: subscriptionForm(channel, reads, listOptions(context, deps)) };
}

async function list(page: ListPage, context: SummaryContext, deps: FeatureDeps): Promise<View> {
  return subscriptionsView(await deps.stores.subscriptions.list(), page, listOptions(context, deps));
}

function listOptions({ t, now, user }: SummaryContext, { settings }: FeatureDeps): ListOptions {
  return { t, senders: settings.senders, now, timeZone: user.timeZone };
}

async function unsubscribe(which: Which, context: SummaryContext, deps: FeatureDeps): Promise<View> {
  const { subscriptions } = deps.stores;
  const { t } = context;
  const { noneHere, noSuchNumber, done } = t.subscription;
  const options = listOptions(context, deps);
  const found =
    'number' in which
      ? [await subscriptions.findByNumber(which.number)].filter((one) => one !== undefined)
      : (await subscriptions.list()).filter(({ channel }) => channel === which.channel);
  const [one, another] = found;
  if (another) return subscriptionsView(found, { page: 0, note: done.several }, options);
  context.acts.note('unsubscribed');
  if (!one) return adviceView('number' in which ? noSuchNumber(which.number) : noneHere, t);
  const isGone = !(await subscriptions.remove(one.id));
  return unsubscribedView(one, (isGone ? done.gone : done.removed)(one.number), options);
}
