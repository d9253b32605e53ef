import type { Button } from '@slack/types';
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
import type { ChannelSetting, SettingKind } from '../../store/channels/channel-settings.ts';
import { pausedPieces, withPauseReason } from './paused.ts';

export interface Row {
  readonly number: number;
  readonly page: number;
}

/** A button's value. It names no secret, and whoever may press it may name any other. */
export function rowValue({ number, page }: Row): string {
  return `${number}.${page}`;
}

/** `undefined` where a value was not made here. */
export function readRow(value: string): Row | undefined {
  const [, number, page] = /^(\d{1,9})\.(\d{1,4})$/.exec(value) ?? [];
  return number === undefined ? undefined : { number: Number(number), page: Number(page) };
}

/** What a setting is called in a sentence: its number and channel, and what else tells it from others. */
export function titleOf({ number, channel: id }: ChannelSetting, ...more: Piece[]): Piece[] {
  return [bold(`${number} · `), channel(id), ...more];
}

interface ListContent<Setting> {
  readonly kind: SettingKind;
  readonly title: string;
  readonly none: { readonly advice: Advice; readonly example: string | undefined };
  /** Below the list, beside which page it is. */
  readonly foot: readonly string[];
  readonly add: readonly Button[];
  readonly row: (setting: Setting, page: number) => readonly ViewBlock[];
}

/** What is set up for channels with what can be done with each, ten a page. */
export function settingsView<Setting extends ChannelSetting>(
  settings: readonly Setting[],
  { page: asked, note }: ListPage,
  { kind, title, none, foot, add, row }: ListContent<Setting>,
  t: Translations,
): View {
  const { page: pageText, buttons: labels } = t.channels;
  const { shown, page, pages } = pageOf(settings, asked, LIST_PAGE_SIZE);
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
  /** What is said of one that is active, and of any. */
  readonly active: string;
  readonly more?: string;
  /** Slack id. */
  readonly owner: string;
  /** What else can be done with one that is active. */
  readonly whileActive?: Entry;
}

interface Entry {
  /** The last part of the id that it has as a button. */
  readonly action: string;
  readonly label: string;
}

/** An entry of a row's menu, as it goes: what is done, and with which row. */
export const MENU_VALUE = /^([a-z]+)\.(.+)$/;

/** A row: one button for what is likely wanted, and a menu for the rest. */
export function rowBlocks(
  setting: ChannelSetting,
  page: number,
  row: RowContent,
  { t, formatter }: Localized,
): ViewBlock[] {
  const { kind, whileActive } = row;
  const { number, state } = setting;
  const { buttons, setUpBy } = t.channels;
  const value = rowValue({ number, page });
  const entry = ({ action, label }: Entry) => ({ value: `${action}.${value}`, label });
  const change = { action: 'change', label: buttons.change };
  const [likely, rest] =
    state === 'active'
      ? [change, [...(whileActive ? [whileActive] : []), { action: 'pause', label: buttons.pause }]]
      : [{ action: 'resume', label: buttons.resume }, [change]];
  const how = state === 'active' ? [row.active] : emphasized(pausedPieces(setting, { t, formatter }));
  return [
    richText(
      line(...row.title),
      line(row.settings),
      line(...how, ` · ${row.more === undefined ? '' : `${row.more} · `}${setUpBy}`, userMention(row.owner)),
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

/** Whether a setting is really to be removed, with a way back to its page. */
export function removingView(
  setting: ChannelSetting,
  page: number,
  { kind, title, text }: { readonly kind: SettingKind; readonly title: string; readonly text: string },
  { channels: { removing } }: Translations,
): View {
  const value = rowValue({ number: setting.number, page });
  return view(
    richText(line(bold(title)), line(...titleOf(setting)), line(text)),
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

interface PausedContent {
  readonly kind: SettingKind;
  readonly title: readonly Piece[];
  readonly sentence: string;
  readonly nextStep: string;
}

/** To the owner of a setting that is paused for its channel: what happened, and a button for when it can go on. */
export function pausedView(
  setting: ChannelSetting,
  { kind, title, sentence, nextStep }: PausedContent,
  t: Translations,
): View {
  const value = rowValue({ number: setting.number, page: 0 });
  const resume = button(`${kind}.resume`, t.channels.buttons.resume, value);
  return view(
    richText(line(bold(`${withPauseReason(sentence, setting, t)}.`)), line(...title), line(nextStep)),
    actions(`${kind}.paused`, resume),
  );
}
