import type { Which } from '../../../channels/input.ts';
import { registerListActions } from '../../../channels/list-actions.ts';
import { removedView, titleOf } from '../../../channels/list-view.ts';
import { channelRefusalView } from '../../../channels/unavailable-channel.ts';
import { adviceView, helpView } from '../../../slack/advice-view.ts';
import { button, type ListPage, type View } from '../../../slack/blocks/blocks.ts';
import { isChannel } from '../../../slack/listeners/access.ts';
import type { Listeners } from '../../../slack/listeners/router.ts';
import { sealCommand } from '../../../slack/listeners/typed-command.ts';
import type { Watch } from '../../../store/channels/watches.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import { queueCheck } from '../incident/job.ts';
import type { IncidentContext, IncidentTranslations } from '../locales/index.ts';
import { parseWatchInput, sensitivityIn, type TypedWatch, WATCH_SUBCOMMANDS } from './input.ts';
import { addedSentence, type WatchViewOptions, watchesView, watchProblemView, watchView } from './view.ts';

export function registerWatches(router: Listeners<IncidentTranslations>, deps: FeatureDeps): void {
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
        return helpView(context.t.incident.watch.help);
      case 'list':
        return list({ page: 0 }, context);
      case 'unwatch':
        return unwatch(input.which, context, deps);
      case 'watch':
        return watch(input.typed, context, deps);
    }
  });

  router.button('watch.add', async (_, context) => watch({}, context, deps));
  router.button('watch.again', async (value, context) => {
    const [, channel, word = ''] = /^([CG][A-Z0-9]{1,30})\.(low|normal|high)$/.exec(value) ?? [];
    return channel === undefined
      ? undefined
      : watch({ channel, sensitivity: sensitivityIn(word) ?? 'normal' }, context, deps);
  });
  registerListActions(
    router,
    {
      kind: 'watch',
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
}

function suggestionOptions({ runtime: { sealer } }: Pick<FeatureDeps, 'runtime'>, typed = '') {
  return { typed, seal: (text: string) => sealCommand(sealer, '/sms-check', text) };
}

async function watch(
  { channel: named, sensitivity = 'normal' }: TypedWatch,
  context: IncidentContext,
  deps: FeatureDeps,
): Promise<View> {
  const { t, user, channelId } = context;
  const channel = named ?? (isChannel(channelId) ? channelId : undefined);
  if (channel === undefined) return watchProblemView({ problem: 'no_channel' }, t, suggestionOptions(deps));
  const again = button('watch.again', t.channels.again, `${channel}.${sensitivity}`);
  const { channelNotAllowed } = t.incident.watch;
  const refusal = await channelRefusalView(channel, { again, channelNotAllowed }, context, deps);
  if (refusal) return refusal;
  const { language, timeZone: zone, id: watcher } = user;
  const asked = { channel, sensitivity, language, zone, watcher };
  const { watch: added, before } = await deps.stores.watches.add(asked);
  await queueCheck(deps);
  return watchView(added, addedSentence(added, before, t), await optionsFor(context, deps));
}

async function unwatch(
  which: Which | 'here',
  { t, channelId }: IncidentContext,
  deps: FeatureDeps,
): Promise<View> {
  const { watches } = deps.stores;
  const { noneHere, noSuchNumber, done } = t.incident.watch;
  if (which !== 'here' && 'number' in which) {
    const found = await watches.findByNumber(which.number);
    if (!found) return adviceView(noSuchNumber(which.number), t);
    return remove(found);
  }
  const channel = which === 'here' ? channelId : which.channel;
  if (!isChannel(channel)) return watchProblemView({ problem: 'which_one' }, t, suggestionOptions(deps));
  const found = await watches.findFor(channel);
  return found ? remove(found) : adviceView(noneHere, t);

  async function remove(found: Watch): Promise<View> {
    const isGone = !(await watches.remove(found.id));
    return removedView((isGone ? done.gone : done.removed)(found.number), titleOf(found));
  }
}

async function optionsFor(
  { t, formatter }: IncidentContext,
  { stores: { incidents } }: FeatureDeps,
): Promise<WatchViewOptions> {
  const all = await Promise.all((['low', 'normal', 'high'] as const).map((one) => incidents.watching(one)));
  const [lastCheck] = all
    .filter((one) => one !== undefined)
    .toSorted((a, b) => b.checkedAt.getTime() - a.checkedAt.getTime());
  return { t, formatter, lastCheck };
}
