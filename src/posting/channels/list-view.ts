import type { Button } from '@slack/types';
import type { Act } from '../../domain/audit.ts';
import type { BlindSpot } from '../../domain/detection/baseline.ts';
import type { Advice, Translations } from '../../i18n/index.ts';
import { adviceView } from '../../slack/blocks/advice-view.ts';
import {
  actions,
  bold,
  button,
  channel,
  contextBlock,
  dangerous,
  divider,
  header,
  LIST_PAGE_SIZE,
  type ListPage,
  line,
  overflow,
  type Piece,
  pageButtons,
  pageOf,
  richText,
  userMention,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks/blocks.ts';
import { capitalized, type Localized } from '../../slack/blocks/format.ts';
import type { AnswerButton, Reply, RequestContext } from '../../slack/listeners/context.ts';
import type { Listeners } from '../../slack/listeners/router.ts';
import type { ChannelSetting, ChannelSettings, SettingKind } from '../../store/channels/channel-settings.ts';
import { PAUSED_BY_PERSON } from '../../store/channels/paused-by-person.ts';
import {
  type ChannelAccess,
  channelRefusalView,
  nextStepForPause,
  type PausedNote,
  pausedNote,
  pausedPieces,
  withPauseReason,
} from './unavailable-channel.ts';

export interface ListRow {
  readonly number: number;
  readonly page: number;
}

const MENU_VALUE = /^([a-z]+)\.(.+)$/;

/** Value of a row’s button. Not encrypted, because who may press the button may change every row. */
export function rowValue({ number, page }: ListRow): string {
  return `${number}.${page}`;
}

export function readRow(value: string): ListRow | undefined {
  const [, number, page] = /^(\d{1,9})\.(\d{1,4})$/.exec(value) ?? [];
  return number === undefined ? undefined : { number: Number(number), page: Number(page) };
}

export function settingTitle({ number, channel: id }: ChannelSetting, ...more: Piece[]): Piece[] {
  return [bold(`${number} · `), channel(id), ...more];
}

/** What watches cannot find yet, in one line; nothing if past weeks are known. */
export function blindSpotTexts(spots: readonly BlindSpot[], { t, format }: Localized): string[] {
  const dated = spots.map(({ kind, until }) => ({ kind, until: format.days(until, until) }));
  return dated.length > 0 ? [t.channels.blindSpots(dated)] : [];
}

interface ListContent<Setting> {
  readonly kind: SettingKind;
  readonly title: string;
  readonly none: { readonly advice: Advice; readonly example: string | undefined };
  readonly foot: readonly string[];
  readonly add: readonly Button[];
  readonly row: (setting: Setting, page: number) => readonly ViewBlock[];
}

export function settingsView<Setting extends ChannelSetting>(
  settings: readonly Setting[],
  { page: requestedPage, note }: ListPage,
  { kind, title, none, foot, add, row }: ListContent<Setting>,
  t: Translations,
): View {
  const { page: pageText, buttons: labels } = t.channels;
  const { shown, page, pages } = pageOf(settings, requestedPage, LIST_PAGE_SIZE);
  const noted =
    note === undefined ? [] : [richText(typeof note === 'string' ? line(bold(note)) : line(...note))];
  const buttons = [...pageButtons(kind, { page, pages }, labels), ...add];
  const footer = [...(pages > 1 ? [pageText(page + 1, pages)] : []), ...foot];
  const below = buttons.length > 0 ? [actions(`${kind}.list`, ...buttons)] : [];
  if (shown.length === 0) {
    const { blocks } = adviceView(none.advice, t, none.example);
    return view(...noted, ...(blocks as ViewBlock[]), ...below);
  }
  return view(
    ...noted,
    header(title),
    ...shown.flatMap((setting) => [divider(), ...row(setting, page)]),
    divider(),
    ...(footer.length > 0 ? [contextBlock(...footer)] : []),
    ...below,
  );
}

interface RowContent {
  readonly kind: SettingKind;
  readonly title: readonly Piece[];
  readonly settings: string;
  readonly active: string;
  readonly more?: string;
  readonly owner: string;
  readonly whileActive?: MenuAction;
}

interface MenuAction {
  readonly action: string;
  readonly label: string;
}

export function rowBlocks(
  setting: ChannelSetting,
  page: number,
  row: RowContent,
  { t, format }: Localized,
): ViewBlock[] {
  const { kind, whileActive } = row;
  const { number, state } = setting;
  const { buttons, setUpBy } = t.channels;
  const value = rowValue({ number, page });
  const entry = ({ action, label }: MenuAction) => ({ value: `${action}.${value}`, label });
  const change = { action: 'change', label: buttons.change };
  const [likely, rest] =
    state === 'active'
      ? [change, [...(whileActive ? [whileActive] : []), { action: 'pause', label: buttons.pause }]]
      : [{ action: 'resume', label: buttons.resume }, [change]];
  const stateText = state === 'active' ? [row.active] : emphasized(pausedPieces(setting, { t, format }));
  return [
    richText(
      line(...row.title),
      line(row.settings),
      line(
        ...stateText,
        ` · ${row.more === undefined ? '' : `${row.more} · `}${setUpBy}`,
        userMention(row.owner),
      ),
    ),
    actions(
      `${kind}.${number}`,
      button(`${kind}.${likely.action}`, likely.label, value),
      overflow(`${kind}.more`, [...rest, { action: 'removing', label: buttons.remove }].map(entry)),
    ),
  ];
}

function emphasized([first = '', ...others]: readonly Piece[]): Piece[] {
  const start = typeof first === 'string' ? capitalized(first) : first;
  return [start, ...others].map((piece) => (typeof piece === 'string' ? bold(piece) : piece));
}

export function confirmRemovalView(
  setting: ChannelSetting,
  page: number,
  { kind, title, text }: { readonly kind: SettingKind; readonly title: string; readonly text: string },
  { channels: { removing } }: Translations,
): View {
  const value = rowValue({ number: setting.number, page });
  return view(
    richText(line(bold(title)), line(...settingTitle(setting)), line(text)),
    actions(
      `${kind}.removing`,
      dangerous(button(`${kind}.remove`, removing.confirm, value)),
      button(`${kind}.keep`, removing.deny, String(page)),
    ),
  );
}

export function removedView(sentence: string, title: readonly Piece[]): View {
  return view(richText(line(bold(sentence)), line(...title)));
}

interface PausedContent extends Pick<RowContent, 'kind' | 'title'> {
  readonly sentence: string;
}

export function pausedView(
  setting: ChannelSetting,
  { kind, title, sentence }: PausedContent,
  t: Translations,
): View {
  const value = rowValue({ number: setting.number, page: 0 });
  const resume = button(`${kind}.resume`, t.channels.buttons.resume, value);
  return view(
    richText(
      line(bold(`${withPauseReason(sentence, setting, t)}.`)),
      line(...title),
      line(nextStepForPause(setting, t)),
    ),
    actions(`${kind}.paused`, resume),
  );
}

interface SettingsList<Setting extends ChannelSetting, T extends Translations> {
  readonly kind: SettingKind;
  readonly acts: Readonly<Record<'changed' | 'removed', Act>>;
  readonly settings: ChannelSettings<Setting>;
  readonly show: (page: ListPage, context: RequestContext<T>) => Promise<View>;
  readonly resume: (setting: Setting, context: RequestContext<T>) => Promise<unknown>;
  readonly texts: (t: T) => {
    readonly done: Readonly<Record<'resumed' | 'removed' | 'gone', (number: number) => string>> & {
      readonly paused: PausedNote;
    };
    readonly removing: { readonly title: (number: number) => string; readonly text: string };
  };
}

type AnswerRow<Setting extends ChannelSetting, T extends Translations> = (
  setting: Setting,
  row: ListRow,
  context: RequestContext<T>,
) => Promise<Reply | ListNote>;

type ListNote = NonNullable<ListPage['note']>;

/** Registers the buttons of a list of settings. @returns a function that registers one more button per row */
export function registerListActions<Setting extends ChannelSetting, T extends Translations>(
  router: Listeners<T>,
  { kind, acts: actNames, settings, show, resume, texts }: SettingsList<Setting, T>,
  access: ChannelAccess,
): (action: string, answer: AnswerRow<Setting, T>) => void {
  for (const turn of ['previous', 'next', 'keep']) {
    router.button(`${kind}.${turn}`, async (value, context) =>
      /^\d{1,4}$/.test(value) ? show({ page: Number(value) }, context) : undefined,
    );
  }
  const entries = new Map<string, AnswerButton<T>>();
  const onEntry = (action: string, answer: AnswerRow<Setting, T>) => {
    const answerValue: AnswerButton<T> = async (value, context) => {
      const row = readRow(value);
      if (!row) return undefined;
      const setting = await settings.findByNumber(row.number);
      const reply = setting ? await answer(setting, row, context) : texts(context.t).done.gone(row.number);
      return isNote(reply) ? show({ page: row.page, note: reply }, context) : reply;
    };
    entries.set(action, answerValue);
    return answerValue;
  };
  const onRow = (action: string, answer: AnswerRow<Setting, T>) =>
    router.button(`${kind}.${action}`, onEntry(action, answer));
  router.button(`${kind}.more`, async (chosen, context) => {
    const [, action = '', value = ''] = MENU_VALUE.exec(chosen) ?? [];
    return entries.get(action)?.(value, context);
  });

  onRow('pause', async (setting, _, { user, now, t, format, acts }) => {
    acts.note(actNames.changed);
    await settings.pause(setting.id, PAUSED_BY_PERSON, { by: user.id, at: now });
    const { done } = texts(t);
    const found = await settings.findByNumber(setting.number);
    return found ? pausedNote(found, done.paused, { t, format }) : done.gone(setting.number);
  });
  onRow('resume', async (setting, row, context) => {
    const { t, acts } = context;
    acts.note(actNames.changed);
    const again = button(`${kind}.resume`, t.channels.again, rowValue(row));
    const refusal = await channelRefusalView(setting.channel, again, context, access);
    if (refusal) return { ephemeral: refusal };
    await resume(setting, context);
    return texts(t).done.resumed(setting.number);
  });
  onEntry('removing', async (setting, { page }, { t }) => {
    const { title, text } = texts(t).removing;
    return confirmRemovalView(setting, page, { kind, title: title(setting.number), text }, t);
  });
  onRow('remove', async ({ id, number }, _, { t, acts }) => {
    acts.note(actNames.removed);
    const { removed, gone } = texts(t).done;
    return ((await settings.remove(id)) ? removed : gone)(number);
  });
  return onRow;
}

function isNote(reply: Reply | ListNote): reply is ListNote {
  return typeof reply === 'string' || Array.isArray(reply);
}
