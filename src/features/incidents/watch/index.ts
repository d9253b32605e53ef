import { unavailableChannelView } from '../../../channels/unavailable-channel.ts';
import type { Advice } from '../../../i18n/index.ts';
import type { Post } from '../../../posting/post.ts';
import { adviceView, helpView } from '../../../slack/advice-view.ts';
import { button, type View } from '../../../slack/blocks/blocks.ts';
import type { SlackError } from '../../../slack/errors.ts';
import { type Access, isChannel } from '../../../slack/listeners/access.ts';
import type { Reply } from '../../../slack/listeners/context.ts';
import type { Listeners } from '../../../slack/listeners/router.ts';

import type { ListPage } from '../../../slack/pagination.ts';
import type { Watch, Watches } from '../../../store/channels/watches.ts';
import type { Incidents } from '../../../store/incidents/incidents.ts';
import type { IncidentContext, IncidentTranslations } from '../locales/index.ts';
import { parseWatchInput, type TypedWatch, WATCH_SUBCOMMANDS, type WatchInput } from './input.ts';
import {
  addedSentence,
  readRow,
  rowValue,
  unwatchedView,
  type WatchViewOptions,
  watchesView,
  watchProblemView,
  watchView,
} from './view.ts';

export interface WatchDeps {
  readonly watches: Pick<
    Watches,
    'add' | 'list' | 'findByNumber' | 'findFor' | 'pause' | 'resume' | 'remove'
  >;
  readonly incidents: Pick<Incidents, 'watching'>;
  readonly post: Pick<Post, 'canPost'>;
  readonly access: Pick<Access, 'refusalFor'>;
  /** Has what is due done now, so that nobody waits for a first check. */
  readonly lookNow: () => Promise<unknown>;
}

const COMMAND = '/sms-check';

/** `/sms-check watch`, `watches` and `unwatch`, with their buttons. */
export function registerWatches(router: Listeners<IncidentTranslations>, deps: WatchDeps): void {
  const { watches } = deps;
  const list = async (page: ListPage, context: IncidentContext) =>
    watchesView(await watches.list(), page, await optionsFor(context, deps), {
      channel: isChannel(context.channelId) ? context.channelId : undefined,
    });

  router.subcommands(COMMAND, WATCH_SUBCOMMANDS, async (text, context) => {
    const input = parseWatchInput(text);
    if ('problem' in input) return watchProblemView(input, context.t);
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
    const [, channel, sensitivity] = /^([CG][A-Z0-9]{1,30})\.(low|normal|high)$/.exec(value) ?? [];
    if (
      channel === undefined ||
      (sensitivity !== 'low' && sensitivity !== 'normal' && sensitivity !== 'high')
    )
      return undefined;
    return watch({ channel, sensitivity }, context, deps);
  });
  for (const turn of ['watch.previous', 'watch.next']) {
    router.button(turn, async (value, context) =>
      /^\d{1,4}$/.test(value) ? list({ page: Number(value) }, context) : undefined,
    );
  }

  const onRow = (
    actionId: string,
    act: (
      watch: Watch,
      context: IncidentContext,
    ) => Promise<Reply | 'paused' | 'resumed' | 'removed' | 'gone'>,
  ) =>
    router.button(actionId, async (value, context) => {
      const row = readRow(value);
      if (!row) return undefined;
      const found = await watches.findByNumber(row.number);
      const reply = found ? await act(found, context) : 'gone';
      if (typeof reply !== 'string') return reply;
      return list({ page: row.page, note: context.t.incident.watch.done[reply](row.number) }, context);
    });
  onRow('watch.pause', async ({ id }) => {
    await watches.pause(id, 'asked');
    return 'paused';
  });
  onRow('watch.resume', async ({ id, number, channel }, context) => {
    const { t } = context;
    const closed = await closedTo(channel, context, deps);
    if (closed && 'refused' in closed) {
      const again = button('watch.resume', t.channels.again, rowValue(number, 0));
      return { ephemeral: unavailableChannelView(closed, again, t) };
    }
    if (closed) return { ephemeral: adviceView(closed, t) };
    await watches.resume(id);
    await deps.lookNow();
    return 'resumed';
  });
  onRow('watch.remove', async ({ id }) => ((await watches.remove(id)) ? 'removed' : 'gone'));
}

/** Has a channel told of incidents, where the bot can post and figures may be shown. */
async function watch(
  { channel: named, sensitivity = 'normal' }: TypedWatch,
  context: IncidentContext,
  deps: WatchDeps,
): Promise<View> {
  const { t, user, channelId } = context;
  const channel = named ?? (isChannel(channelId) ? channelId : undefined);
  if (channel === undefined) return watchProblemView({ problem: 'no_channel' }, t);
  const closed = await closedTo(channel, context, deps);
  if (closed && 'refused' in closed) {
    return unavailableChannelView(
      closed,
      button('watch.again', t.channels.again, `${channel}.${sensitivity}`),
      t,
    );
  }
  if (closed) return adviceView(closed, t);
  const { language, timeZone: zone, id: watcher } = user;
  const { watch: added, before } = await deps.watches.add({ channel, sensitivity, language, zone, watcher });
  await deps.lookNow();
  return watchView(added, addedSentence(added, before, t), await optionsFor(context, deps));
}

async function unwatch(
  which: Extract<WatchInput, { kind: 'unwatch' }>['which'],
  { t, channelId }: IncidentContext,
  { watches }: WatchDeps,
): Promise<View> {
  const { noneHere, noSuchNumber, done } = t.incident.watch;
  if (which !== 'here' && 'number' in which) {
    const found = await watches.findByNumber(which.number);
    if (!found) return adviceView(noSuchNumber(which.number), t);
    return remove(found);
  }
  const channel = which === 'here' ? channelId : which.channel;
  if (!isChannel(channel)) return watchProblemView({ problem: 'which_one' }, t);
  const found = await watches.findFor(channel);
  return found ? remove(found) : adviceView(noneHere, t);

  async function remove(found: Watch): Promise<View> {
    const isGone = !(await watches.remove(found.id));
    return unwatchedView(found, (isGone ? done.gone : done.removed)(found.number));
  }
}

/** What stands against incidents in a channel: that figures may not be asked for there, or that Slack lets nothing in. */
async function closedTo(
  channel: string,
  { user, t }: Pick<IncidentContext, 'user' | 't'>,
  { access, post }: Pick<WatchDeps, 'access' | 'post'>,
): Promise<Advice | SlackError | undefined> {
  const refusal = await access.refusalFor(user, channel);
  if (!refusal) return post.canPost(channel);
  return refusal.refusal === 'channel' ? t.incident.watch.channelNotAllowed : t.refusals[refusal.refusal];
}

async function optionsFor(
  { t, formatter }: IncidentContext,
  { incidents }: WatchDeps,
): Promise<WatchViewOptions> {
  const all = await Promise.all((['low', 'normal', 'high'] as const).map((one) => incidents.watching(one)));
  const [lastCheck] = all
    .filter((one) => one !== undefined)
    .toSorted((a, b) => b.checkedAt.getTime() - a.checkedAt.getTime());
  return { t, formatter, lastCheck };
}
