import type { Act } from '../../domain/audit.ts';
import type { Translations } from '../../i18n/index.ts';
import { button, type ListPage, type View } from '../../slack/blocks/blocks.ts';
import type { AnswerButton, Reply, RequestContext } from '../../slack/listeners/context.ts';
import type { Listeners } from '../../slack/listeners/router.ts';
import { ASKED } from '../../store/channels/asked.ts';
import type { ChannelSetting, ChannelSettings, SettingKind } from '../../store/channels/channel-settings.ts';
import { MENU_VALUE, type Row, readRow, removingView, rowValue } from './list-view.ts';
import { type PausedNote, pausedNote } from './paused.ts';
import { type ChannelAccess, channelRefusalView } from './unavailable-channel.ts';

interface SettingsList<Setting extends ChannelSetting, T extends Translations> {
  readonly kind: SettingKind;
  /** As the audit names what is done. */
  readonly acts: Readonly<Record<'changed' | 'removed', Act>>;
  readonly settings: ChannelSettings<Setting>;
  readonly show: (page: ListPage, context: RequestContext<T>) => Promise<View>;
  readonly resume: (setting: Setting, context: RequestContext<T>) => Promise<unknown>;
  readonly texts: (t: T) => {
    /** What a button did, above the list. */
    readonly done: Readonly<Record<'resumed' | 'removed' | 'gone', (number: number) => string>> & {
      /** Around who paused it, and when. */
      readonly paused: PausedNote;
    };
    readonly removing: { readonly title: (number: number) => string; readonly text: string };
  };
}

/** Answers a row's button with a view of its own, or with the page it was on under a sentence. */
type AnswerRow<Setting extends ChannelSetting, T extends Translations> = (
  setting: Setting,
  row: Row,
  context: RequestContext<T>,
) => Promise<Reply | Note>;

type Note = NonNullable<ListPage['note']>;

/**
 * Registers the buttons of a list that turn its pages, and what pauses, resumes and removes what stands in it.
 *
 * @returns what registers one more button of its rows, which stands in their menus too, by the last part of its id
 */
export function registerListActions<Setting extends ChannelSetting, T extends Translations>(
  router: Listeners<T>,
  { kind, acts: named, settings, show, resume, texts }: SettingsList<Setting, T>,
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

  onRow('pause', async (setting, _, { user, now, t, formatter, acts }) => {
    acts.note(named.changed);
    await settings.pause(setting.id, ASKED, { by: user.id, at: now });
    const { done } = texts(t);
    const found = await settings.findByNumber(setting.number);
    return found ? pausedNote(found, done.paused, { t, formatter }) : done.gone(setting.number);
  });
  onRow('resume', async (setting, row, context) => {
    const { t, acts } = context;
    acts.note(named.changed);
    const again = button(`${kind}.resume`, t.channels.again, rowValue(row));
    const refusal = await channelRefusalView(setting.channel, again, context, access);
    if (refusal) return { ephemeral: refusal };
    await resume(setting, context);
    return texts(t).done.resumed(setting.number);
  });
  onEntry('removing', async (setting, { page }, { t }) => {
    const { title, text } = texts(t).removing;
    return removingView(setting, page, { kind, title: title(setting.number), text }, t);
  });
  onRow('remove', async ({ id, number }, _, { t, acts }) => {
    acts.note(named.removed);
    const { removed, gone } = texts(t).done;
    return ((await settings.remove(id)) ? removed : gone)(number);
  });
  return onRow;
}

function isNote(reply: Reply | Note): reply is Note {
  return typeof reply === 'string' || Array.isArray(reply);
}
