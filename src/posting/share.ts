import { stringify } from 'csv-stringify/sync';
import type { Translations } from '../i18n/index.ts';
import { adviceView, refusalView } from '../slack/advice-view.ts';
import { line, richText, type View, view } from '../slack/blocks/blocks.ts';
import { isChannel } from '../slack/listeners/access.ts';
import type { RequestContext } from '../slack/listeners/context.ts';
import type { FileToSend, Post } from './post.ts';

interface ShareOptions {
  readonly t: Translations;
  readonly posted?: string;
  /** The rest of what is shared, in the thread of it. */
  readonly thread?: View;
}

/** Posts an answer in the channel it was asked in. @returns `posted`, or why it could not be, for who shares it */
export async function shareInChannel(
  post: Post,
  channelId: string | undefined,
  shared: View,
  { t, posted = t.post.shared, thread }: ShareOptions,
): Promise<View> {
  // A direct message has nobody to share with.
  if (!isChannel(channelId)) return adviceView(t.post.refused.notMember, t);
  const place = await post.toChannel(channelId, shared);
  if ('refused' in place) return refusalView(place, t);
  const reply = thread && (await post.toChannel(place.channel, thread, place));
  return reply && 'refused' in reply ? refusalView(reply, t) : view(richText(line(posted)));
}

/** Sends a table to the direct messages of who asked for it; says that it was sent, or why not. */
export async function sendCsv(
  post: Post,
  { user, t, now }: RequestContext,
  { subject, ...file }: Required<Pick<FileToSend, 'content' | 'comment'>> & { readonly subject: string },
): Promise<View> {
  const name = csvFileName(subject, now);
  const refusal = await post.fileTo(user.id, { name, title: name, ...file });
  return refusal ? refusalView(refusal, t) : view(richText(line(t.post.csvSent)));
}

/** A file's name with the minute it was made in, UTC: `sms-report-2026-11-18-15-20.csv`. */
export function csvFileName(subject: string, at: Date): string {
  return `${subject}-${at.toISOString().slice(0, 16).replaceAll(/[:T]/g, '-')}.csv`;
}

/**
 * Rows as a file for spreadsheets: RFC 4180, with a byte order mark, which they need to read UTF-8. The first row's
 * keys are the header. A cell that a spreadsheet would take for a formula is led in by an apostrophe.
 */
export function toCsvFile(rows: readonly Readonly<Record<string, unknown>>[]): string {
  return stringify([...rows], {
    header: true,
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
    // A line break that is not the one between records is left bare otherwise.
    quoted_match: /[\r\n]/,
  });
}
