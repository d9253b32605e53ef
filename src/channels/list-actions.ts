import type { Advice, Translations } from '../i18n/index.ts';
import { button, type ListPage, type View } from '../slack/blocks/blocks.ts';
import type { Reply, RequestContext } from '../slack/listeners/context.ts';
import type { Listeners } from '../slack/listeners/router.ts';
import type { ChannelSetting, ChannelSettings, SettingKind } from '../store/channels/channel-settings.ts';
import { type Row, readRow, rowValue } from './list-view.ts';
import { type ChannelAccess, channelRefusalView } from './unavailable-channel.ts';

interface SettingsList<Setting extends ChannelSetting, T extends Translations> {
  readonly kind: SettingKind;
  readonly settings: ChannelSettings<Setting>;
  readonly show: (page: ListPage, context: RequestContext<T>) => Promise<View>;
  readonly resume: (setting: Setting, context: RequestContext<T>) => Promise<unknown>;
  readonly texts: (t: T) => {
    readonly channelNotAllowed: Advice;
    /** What a button did, above the list. */
    readonly done: Readonly<Record<'paused' | 'resumed' | 'removed' | 'gone', (number: number) => string>>;
  };
}

/** Answers a row's button with a view of its own, or with the page it was on under a sentence. */
type AnswerRow<Setting extends ChannelSetting, T extends Translations> = (
  setting: Setting,
  row: Row,
  context: RequestContext<T>,
) => Promise<Reply | string>;

/**
 * Registers the buttons of a list that turn its pages, and pause, resume and remove what stands in it.
 *
 * @returns what registers one more button of its rows, by the last part of its id
 */
export function registerListActions<Setting extends ChannelSetting, T extends Translations>(
  router: Listeners<T>,
  { kind, settings, show, resume, texts }: SettingsList<Setting, T>,
  access: ChannelAccess,
): (action: string, answer: AnswerRow<Setting, T>) => void {
  for (const turn of ['previous', 'next']) {
    router.button(`${kind}.${turn}`, async (value, context) =>
      /^\d{1,4}$/.test(value) ? show({ page: Number(value) }, context) : undefined,
    );
  }
  const onRow = (action: string, answer: AnswerRow<Setting, T>) =>
    router.button(`${kind}.${action}`, async (value, context) => {
      const row = readRow(value);
      if (!row) return undefined;
      const setting = await settings.findByNumber(row.number);
      const reply = setting ? await answer(setting, row, context) : texts(context.t).done.gone(row.number);
      return typeof reply === 'string' ? show({ page: row.page, note: reply }, context) : reply;
    });

  onRow('pause', async ({ id, number }, _, { t }) => {
    await settings.pause(id, 'asked');
    return texts(t).done.paused(number);
  });
  onRow('resume', async (setting, row, context) => {
    const { t } = context;
    const { channelNotAllowed, done } = texts(t);
    const again = button(`${kind}.resume`, t.channels.again, rowValue(row));
    const refusal = await channelRefusalView(setting.channel, { again, channelNotAllowed }, context, access);
    if (refusal) return { ephemeral: refusal };
    await resume(setting, context);
    return done.resumed(setting.number);
  });
  onRow('remove', async ({ id, number }, _, { t }) => {
    const { removed, gone } = texts(t).done;
    return ((await settings.remove(id)) ? removed : gone)(number);
  });
  return onRow;
}
