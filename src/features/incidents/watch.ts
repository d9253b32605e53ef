import { type Access, isChannel } from '../../slack/access.ts';
import { button, type View } from '../../slack/blocks.ts';
import { closedView } from '../../slack/closed-view.ts';
import type { Asker } from '../../slack/command.ts';
import type { Reply, WaysIn } from '../../slack/desk.ts';
import { adviceView } from '../../slack/errors.ts';
import type { ListPage } from '../../slack/pages.ts';
import type { Post, SlackRefusal } from '../../slack/post.ts';
import { helpView } from '../../slack/question-view.ts';
import type { Advice } from '../../slack/words/index.ts';
import type { Incidents } from '../../store/incidents.ts';
import type { Watch, Watches } from '../../store/watches.ts';
import { parseWatchInput, SUBCOMMANDS, type TypedWatch, type WatchInput } from './watch-input.ts';
import { watchProblemView } from './watch-problem-view.ts';
import {
  addedSentence,
  readRow,
  rowValue,
  unwatchedView,
  type WatchViewOptions,
  watchesView,
  watchView,
} from './watch-view.ts';

export interface WatchDeps {
  readonly watches: Pick<
    Watches,
    'add' | 'list' | 'findByNumber' | 'findFor' | 'pause' | 'resume' | 'remove'
  >;
  readonly incidents: Pick<Incidents, 'watching'>;
  readonly post: Pick<Post, 'canReach'>;
  readonly access: Pick<Access, 'refusalFor'>;
  /** Has what is due done now, so that nobody waits for a first check. */
  readonly lookNow: () => Promise<unknown>;
}

const COMMAND = '/sms-check';

/** `/sms-check watch`, `watches` and `unwatch`, with their buttons. */
export function registerWatches(desk: WaysIn, deps: WatchDeps): void {
  const { watches } = deps;
  const list = async (page: ListPage, asker: Asker) =>
    watchesView(await watches.list(), page, await optionsFor(asker, deps), {
      channel: isChannel(asker.channelId) ? asker.channelId : undefined,
    });

  desk.subcommands(COMMAND, SUBCOMMANDS, async (text, asker) => {
    const input = parseWatchInput(text);
    if ('problem' in input) return watchProblemView(input, asker.words);
    switch (input.kind) {
      case 'help':
        return helpView(asker.words.incident.watch.help);
      case 'list':
        return list({ page: 0 }, asker);
      case 'unwatch':
        return unwatch(input.which, asker, deps);
      case 'watch':
        return watch(input.typed, asker, deps);
    }
  });

  desk.button('watch.add', async (_, asker) => watch({}, asker, deps));
  desk.button('watch.again', async (value, asker) => {
    const [, channel, sensitivity] = /^([CG][A-Z0-9]{1,30})\.(low|normal|high)$/.exec(value) ?? [];
    if (
      channel === undefined ||
      (sensitivity !== 'low' && sensitivity !== 'normal' && sensitivity !== 'high')
    )
      return undefined;
    return watch({ channel, sensitivity }, asker, deps);
  });
  for (const turn of ['watch.previous', 'watch.next']) {
    desk.button(turn, async (value, asker) =>
      /^\d{1,4}$/.test(value) ? list({ page: Number(value) }, asker) : undefined,
    );
  }

  const onRow = (
    actionId: string,
    act: (watch: Watch, asker: Asker) => Promise<Reply | 'paused' | 'resumed' | 'removed' | 'gone'>,
  ) =>
    desk.button(actionId, async (value, asker) => {
      const row = readRow(value);
      if (!row) return undefined;
      const found = await watches.findByNumber(row.number);
      const reply = found ? await act(found, asker) : 'gone';
      if (typeof reply !== 'string') return reply;
      return list({ page: row.page, note: asker.words.incident.watch.done[reply](row.number) }, asker);
    });
  onRow('watch.pause', async ({ id }) => {
    await watches.pause(id, 'asked');
    return 'paused';
  });
  onRow('watch.resume', async ({ id, number, channel }, asker) => {
    const { words } = asker;
    const closed = await closedTo(channel, asker, deps);
    if (closed && 'refused' in closed) {
      const again = button('watch.resume', words.channels.again, rowValue(number, 0));
      return { aside: closedView(closed, again, words) };
    }
    if (closed) return { aside: adviceView(closed, words) };
    await watches.resume(id);
    await deps.lookNow();
    return 'resumed';
  });
  onRow('watch.remove', async ({ id }) => ((await watches.remove(id)) ? 'removed' : 'gone'));
}

/** Has a channel told of incidents, where the bot can post and figures may be shown. */
async function watch(
  { channel: named, sensitivity = 'normal' }: TypedWatch,
  asker: Asker,
  deps: WatchDeps,
): Promise<View> {
  const { words, person, channelId } = asker;
  const channel = named ?? (isChannel(channelId) ? channelId : undefined);
  if (channel === undefined) return watchProblemView({ problem: 'no_channel' }, words);
  const closed = await closedTo(channel, asker, deps);
  if (closed && 'refused' in closed) {
    return closedView(
      closed,
      button('watch.again', words.channels.again, `${channel}.${sensitivity}`),
      words,
    );
  }
  if (closed) return adviceView(closed, words);
  const { language, timeZone: zone, id: watcher } = person;
  const { watch: added, before } = await deps.watches.add({ channel, sensitivity, language, zone, watcher });
  await deps.lookNow();
  return watchView(added, addedSentence(added, before, words), await optionsFor(asker, deps));
}

async function unwatch(
  which: Extract<WatchInput, { kind: 'unwatch' }>['which'],
  { words, channelId }: Asker,
  { watches }: WatchDeps,
): Promise<View> {
  const { noneHere, noSuchNumber, done } = words.incident.watch;
  if (which !== 'here' && 'number' in which) {
    const found = await watches.findByNumber(which.number);
    if (!found) return adviceView(noSuchNumber(which.number), words);
    return remove(found);
  }
  const channel = which === 'here' ? channelId : which.channel;
  if (!isChannel(channel)) return watchProblemView({ problem: 'which_one' }, words);
  const found = await watches.findFor(channel);
  return found ? remove(found) : adviceView(noneHere, words);

  async function remove(found: Watch): Promise<View> {
    const isGone = !(await watches.remove(found.id));
    return unwatchedView(found, (isGone ? done.gone : done.removed)(found.number));
  }
}

/** What stands against incidents in a channel: that figures may not be asked for there, or that Slack lets nothing in. */
async function closedTo(
  channel: string,
  { person, words }: Pick<Asker, 'person' | 'words'>,
  { access, post }: Pick<WatchDeps, 'access' | 'post'>,
): Promise<Advice | SlackRefusal | undefined> {
  const refusal = await access.refusalFor(person, channel);
  if (!refusal) return post.canReach(channel);
  return refusal.refusal === 'channel'
    ? words.incident.watch.channelNotAllowed
    : words.refusals[refusal.refusal];
}

async function optionsFor({ words, formats }: Asker, { incidents }: WatchDeps): Promise<WatchViewOptions> {
  const all = await Promise.all((['low', 'normal', 'high'] as const).map((one) => incidents.watching(one)));
  const [lastCheck] = all
    .filter((one) => one !== undefined)
    .toSorted((a, b) => b.checkedAt.getTime() - a.checkedAt.getTime());
  return { words, formats, lastCheck };
}
