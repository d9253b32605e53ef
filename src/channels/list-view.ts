import type { Button } from '@slack/types';
import type { Advice, Translations } from '../i18n/index.ts';
import { adviceView } from '../slack/advice-view.ts';
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
  type Piece,
  pageButtons,
  pageOf,
  richText,
  userMention,
  type View,
  type ViewBlock,
  view,
} from '../slack/blocks/blocks.ts';
import type { ChannelSetting, SettingKind } from '../store/channels/channel-settings.ts';
import { pauseReason } from './unavailable-channel.ts';

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
  readonly add?: Button | undefined;
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
  const noted = note === undefined ? [] : [richText(line(bold(note)))];
  const buttons = [...pageButtons(kind, { page, pages }, labels), ...(add ? [add] : [])];
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
  readonly removing: { readonly title: (number: number) => string; readonly text: string };
  /** Buttons beside those that all have, with this value: before pausing, and before removing. */
  readonly whileActive?: (value: string) => Button;
  readonly always?: (value: string) => Button;
}

export function rowBlocks(
  { number, state, pausedBecause }: ChannelSetting,
  page: number,
  row: RowContent,
  t: Translations,
): ViewBlock[] {
  const { kind, removing, whileActive, always } = row;
  const { buttons, removing: answers, setUpBy, paused } = t.channels;
  const isActive = state === 'active';
  const value = rowValue({ number, page });
  return [
    richText(
      line(...row.title),
      line(row.settings),
      line(
        isActive ? row.active : bold(paused(pauseReason(pausedBecause, t))),
        ` · ${row.more === undefined ? '' : `${row.more} · `}${setUpBy}`,
        userMention(row.owner),
      ),
    ),
    actions(
      `${kind}.${number}`,
      ...(isActive
        ? [...(whileActive ? [whileActive(value)] : []), button(`${kind}.pause`, buttons.pause, value)]
        : [button(`${kind}.resume`, buttons.resume, value)]),
      ...(always ? [always(value)] : []),
      dangerous(button(`${kind}.remove`, buttons.remove, value), {
        ...answers,
        title: removing.title(number),
        text: removing.text,
      }),
    ),
  ];
}

export function removedView(sentence: string, title: readonly Piece[]): View {
  return view(richText(line(bold(sentence)), line(...title)));
}

interface PausedContent {
  readonly kind: SettingKind;
  readonly title: readonly Piece[];
  readonly sentence: (why: string) => string;
  readonly nextStep: string;
}

/** To the owner of a setting that is paused for its channel: what happened, and a button for when it can go on. */
export function pausedView(
  { number, pausedBecause }: ChannelSetting,
  { kind, title, sentence, nextStep }: PausedContent,
  t: Translations,
): View {
  const resume = button(`${kind}.resume`, t.channels.buttons.resume, rowValue({ number, page: 0 }));
  return view(
    richText(line(bold(sentence(pauseReason(pausedBecause, t)))), line(...title), line(nextStep)),
    actions(`${kind}.paused`, resume),
  );
}
