import { CHECK_MENTION_WORDS } from '../../domain/command-words.ts';
import { SENSITIVITIES } from '../../domain/detection/findings.ts';
import { registerListActions, removedView, settingTitle } from '../../posting/channels/list-view.ts';
import { channelDefaults } from '../../posting/channels/settings-form.ts';
import type { SettingSelector } from '../../posting/channels/settings-input.ts';
import { channelRefusalView, externalChannelView } from '../../posting/channels/unavailable-channel.ts';
import { valueWithin } from '../../runtime/timeouts.ts';
import { adviceView, helpView, typeInsteadView } from '../../slack/blocks/advice-view.ts';
import { bold, button, type ListPage, line, richText, type View, view } from '../../slack/blocks/blocks.ts';
import { CHANNEL_SCOPES, HISTORY_SCOPES } from '../../slack/connection/scopes.ts';
import { isChannel } from '../../slack/listeners/access.ts';
import type { Listeners, Router } from '../../slack/listeners/router.ts';
import { sealCommand } from '../../slack/listeners/typed-command.ts';
import type { Watch, WatchSettings } from '../../store/channels/watches.ts';
import { readBlindSpots } from '../../traffic/stored-traffic.ts';
import type { CheckDeps, Deps } from '../dependencies.ts';
import { changeWatchForm, readWatchForm, WATCH_FORM, type WatchFormRequest, watchForm } from './form.ts';
import { registerActions } from './incident/actions.ts';
import { registerFullNumbers } from './incident/escalation.ts';
import { forgetIncidents, queueCheck, registerJobs } from './incident/job.ts';
import {
  againValue,
  parseWatchInput,
  readAgain,
  type TypedWatch,
  WATCH_SUBCOMMANDS,
  watchText,
} from './input.ts';
import { type IncidentContext, type IncidentTranslations, incidentTranslations } from './locales/index.ts';
import { mentionRefusalView, readChoice, type TypedNotify, toMention } from './notify.ts';
import { addedSentence, type WatchViewOptions, watchesView, watchProblemView, watchView } from './view.ts';

function register(app: Router, deps: CheckDeps): void {
  const router = app.withTranslations(incidentTranslations);
  registerWatches(router.offline, deps);
  registerActions(router, deps);
  registerFullNumbers(router, deps);
  registerJobs(deps);
}

function registerWatches(router: Listeners<IncidentTranslations>, deps: Deps): void {
  const { watches } = deps.stores;
  const list = async (page: ListPage, context: IncidentContext) =>
    watchesView(await watches.list(), page, await optionsFor(context, deps), {
      channel: isChannel(context.channelId) ? context.channelId : undefined,
    });

  router.subcommands('/sms-check', WATCH_SUBCOMMANDS, async (text, context) => {
    const input = parseWatchInput(text);
    if ('problem' in input) return watchProblemView(input, context.t, suggestionOptions(deps, text));
    switch (input.kind) {
      case 'help':
        return helpView(context.t.incident.watch.help, context.t, deps.settings);
      case 'list':
        return list({ page: 0 }, context);
      case 'unwatch':
        return unwatch(input.selector, context, deps);
      case 'watch':
        return watch(input.typed, context, deps);
    }
  });

  // A message to the bot cannot change watches; the answer is the command to type.
  for (const word of WATCH_SUBCOMMANDS) {
    router.mention(
      async (_, { t }) => typeInsteadView(`/sms-check ${word}`, t),
      [word, ...CHECK_MENTION_WORDS.map((first) => `${first} ${word}`)],
    );
  }

  router.button('watch.add', async (_, context) => watch({}, context, deps));
  for (const actionId of ['watch.again', 'watch.external']) {
    router.button(actionId, async (value, context) => {
      const again = readAgain(value);
      return again && watch(again, context, deps, actionId === 'watch.external');
    });
  }
  router.button('watch.elsewhere', async (_, context) => {
    const settings = await defaultsFor(undefined, deps);
    return { form: watchForm(settings, await formOptions(context, deps)) };
  });
  registerNotify(router, deps);
  router.form<WatchFormRequest>(WATCH_FORM, {
    read: readWatchForm,
    async answer(request, context) {
      if (request.kind === 'new')
        return watch({ channel: request.channel, ...request.settings }, context, deps);
      const { row, settings: typed } = request;
      const { changed, gone } = context.t.incident.watch.done;
      context.acts.note('changed_watch');
      const found = await watches.findByNumber(row.number);
      const settings = withMention(typed, context);
      const refusal = found && (await refusedMentionView(found.channel, typed, context, deps));
      if (refusal) return { ephemeral: refusal };
      const isThere = found && (await watches.change(found.id, settings));
      await queueCheck(deps);
      return list({ page: row.page, note: (isThere ? changed : gone)(row.number) }, context);
    },
    controls: {},
  });
  const onRow = registerListActions(
    router,
    {
      kind: 'watch',
      acts: { changed: 'changed_watch', removed: 'unwatched' },
      settings: watches,
      show: list,
      texts: (t) => t.incident.watch,
      async resume({ id }) {
        await watches.resume(id);
        await queueCheck(deps);
      },
    },
    deps,
  );
  onRow('change', async (found, { page }, context) => ({
    form: changeWatchForm(found, page, await formOptions(context, deps)),
  }));
}

function registerNotify(router: Listeners<IncidentTranslations>, deps: Deps): void {
  const { watches } = deps.stores;
  const change = async (number: string, typed: TypedNotify, context: IncidentContext) => {
    context.acts.note('changed_watch');
    const found = await watches.findByNumber(Number(number));
    const { gone, changed: saved } = context.t.incident.watch.done;
    if (!found) return view(richText(line(bold(gone(Number(number))))));
    const settings = withMention(typed, context);
    const refusal = await refusedMentionView(found.channel, typed, context, deps);
    if (refusal) return { ephemeral: refusal };
    await watches.change(found.id, settings);
    const changed = { ...found, ...settings };
    return answerWith(changed, saved(found.number), context, deps);
  };
  router.button('watch.mention', async (value, context) => {
    const [, number = '', choice = ''] = NOTIFY_VALUE.exec(value) ?? [];
    const mention = readChoice(choice);
    return mention && change(number, { mention }, context);
  });
  router.button('watch.end', async (value, context) => {
    const [, number = '', where] = NOTIFY_VALUE.exec(value) ?? [];
    return number === '' ? undefined : change(number, { tellsEnd: where === 'channel' }, context);
  });
}

/** Menu value: number of the watch and the choice, for example `3.S0123` or `3.channel`. */
const NOTIFY_VALUE = /^(\d{1,9})\.(\w{1,40})$/;

/** Timeout for reading user groups: Slack allows only three seconds in all to open a form. */
const FORM_GROUPS_MS = 1_000;

async function formOptions({ t, user }: IncidentContext, { slack, runtime: { log } }: Deps) {
  const received = await valueWithin(FORM_GROUPS_MS, slack.access.mentionable(user), () =>
    log.warn('Slack did not tell the user groups in time; the form offers none'),
  );
  const mentionable = received ?? { groups: [], mayMentionAll: false };
  return { t, userId: user.id, timeZone: user.timeZone, mentionable };
}

async function answerWith(watch: Watch, sentence: string, context: IncidentContext, deps: Deps) {
  const { user } = context;
  const mentionable = await deps.slack.access.mentionable(user);
  return watchView(watch, sentence, { ...(await optionsFor(context, deps)), userId: user.id, mentionable });
}

function withMention<Typed extends TypedNotify>(
  { mention, ...settings }: Typed,
  { user }: IncidentContext,
): Omit<Typed, 'mention'> & Pick<WatchSettings, 'mention'> {
  return mention === undefined ? settings : { ...settings, mention: toMention(mention, user.id) };
}

async function refusedMentionView(
  channel: string,
  typed: TypedWatch,
  context: IncidentContext,
  deps: Deps,
): Promise<View | undefined> {
  const { mention } = withMention(typed, context);
  const before = await deps.stores.watches.findFor(channel);
  const textWith = (words: string) => watchText(channel, typed, words);
  const { seal } = suggestionOptions(deps);
  return mentionRefusalView({ mention, before, textWith, seal }, context, deps);
}

function suggestionOptions({ runtime: { sealer } }: Pick<Deps, 'runtime'>, typed = '') {
  return { typed, seal: (text: string) => sealCommand(sealer, '/sms-check', text) };
}

/** `isConfirmed`: the person agreed that people of another organisation read the channel. */
async function watch(
  { channel: named, ...typed }: TypedWatch,
  context: IncidentContext,
  deps: Deps,
  isConfirmed = false,
): Promise<View> {
  const { t, user, channelId, acts } = context;
  const channel = named ?? (isChannel(channelId) ? channelId : undefined);
  if (channel === undefined) return watchProblemView({ problem: 'no_channel' }, t, suggestionOptions(deps));
  const value = againValue(channel, typed);
  const again = button('watch.again', t.channels.again, value);
  const changes = withMention(typed, context);
  const refusal =
    (await channelRefusalView(channel, again, context, deps)) ??
    (await refusedMentionView(channel, typed, context, deps));
  if (refusal) {
    acts.note('watched');
    return refusal;
  }
  const confirmation = { actionId: 'watch.external', value, isConfirmed };
  const external = await externalChannelView(channel, confirmation, t, deps.slack.channelInfo);
  if (external) return external;
  acts.note('watched');
  const settings = { ...(await defaultsFor(channel, deps)), ...changes };
  const added = { channel, ...settings, watcher: user.id };
  const result = await deps.stores.watches.add(added, changes);
  await queueCheck(deps);
  return answerWith(result.watch, addedSentence(result.watch, result.before, t), context, deps);
}

async function defaultsFor(channel: string | undefined, { stores, settings }: Deps): Promise<WatchSettings> {
  return { sensitivity: 'normal', ...(await channelDefaults(channel, stores, settings.defaults)) };
}

async function unwatch(
  selector: SettingSelector | 'here',
  { t, channelId, acts }: IncidentContext,
  deps: Deps,
): Promise<View> {
  acts.note('unwatched');
  const { watches } = deps.stores;
  const { noneHere, noSuchNumber, done } = t.incident.watch;
  const isByNumber = selector !== 'here' && 'number' in selector;
  const channel = selector === 'here' ? channelId : isByNumber ? undefined : selector.channel;
  if (!isByNumber && !isChannel(channel))
    return watchProblemView({ problem: 'which_one' }, t, suggestionOptions(deps));
  const found = isByNumber
    ? await watches.findByNumber(selector.number)
    : await watches.findFor(channel ?? '');
  if (!found) return adviceView(isByNumber ? noSuchNumber(selector.number) : noneHere, t);
  const isGone = !(await watches.remove(found.id));
  return removedView((isGone ? done.gone : done.removed)(found.number), settingTitle(found));
}

async function optionsFor({ t, format, now }: IncidentContext, deps: Deps): Promise<WatchViewOptions> {
  const { incidents, incidentPosts, observations } = deps.stores;
  const all = await Promise.all(SENSITIVITIES.map((one) => incidents.watching(one)));
  const [lastCheck] = all
    .filter((one) => one !== undefined)
    .toSorted((a, b) => b.checkedAt.getTime() - a.checkedAt.getTime());
  const missing = await incidentPosts.perhapsMissing();
  const perhapsMissing = new Map(missing.map((one) => [one.channel, one.beganAt]));
  const blindSpots = await readBlindSpots({ ...deps, ...deps.settings, observations }, now);
  return { t, format, lastCheck, perhapsMissing, blindSpots };
}

export const watches = {
  commands: [],
  scopes: ['chat:write', 'files:write', ...HISTORY_SCOPES, ...CHANNEL_SCOPES],
  register,
  recover: (deps: Deps): Promise<void> => forgetIncidents(deps),
} as const;
