import { stringify } from 'csv-stringify/sync';
import type { Translations } from '../i18n/index.ts';
import { accessAdvice, adviceView, otherChannelsView, refusalView } from '../slack/blocks/advice-view.ts';
import { line, richText, type View, view } from '../slack/blocks/blocks.ts';
import type { SlackError } from '../slack/errors.ts';
import { type Access, isChannel, refusalOfLater } from '../slack/listeners/access.ts';
import type { RequestContext } from '../slack/listeners/context.ts';
import type { Users } from '../slack/listeners/users.ts';
import type { FileToSend, Post } from './post.ts';

export interface ShareDeps {
  readonly posting: { readonly post: Post };
  readonly slack: { readonly access: Access; readonly users: Users };
  readonly settings: { readonly supportContact?: string };
}

/** The channel to share in, or why nothing is shared there; before anything is read or asked. */
export function channelToShareIn(
  channelId: string | undefined,
  { slack: { access }, settings: { supportContact } }: ShareDeps,
  t: Translations,
): string | View {
  // A direct message has nobody to share with.
  if (!isChannel(channelId)) return adviceView(t.post.refused.notMember, t);
  // It may be pressed elsewhere, and long after it was asked.
  if (access.allowsChannel(channelId)) return channelId;
  return otherChannelsView(t.refusals.namedChannel, access.channels, supportContact, t);
}

/** Instead of what took long to read, where who asked for it may not have it any more, or Slack does not tell. */
export async function personRefusalView(
  { t, user, acts }: Pick<RequestContext, 't' | 'user' | 'acts'>,
  slack: ShareDeps['slack'],
): Promise<View | undefined> {
  const reason = await refusalOfLater(user.id, undefined, slack);
  if (!reason) return undefined;
  acts.refused(reason.refusal);
  return adviceView(accessAdvice(reason, t), t);
}

/** Sends a table to the direct messages of who asked for it; says that it was sent, or why not. */
export async function sendCsv(
  { posting: { post }, slack }: Pick<ShareDeps, 'posting' | 'slack'>,
  context: RequestContext,
  { subject, ...file }: Required<Pick<FileToSend, 'content' | 'comment'>> & { readonly subject: string },
): Promise<View> {
  const { user, t, now } = context;
  const refused = await personRefusalView(context, slack);
  if (refused) return refused;
  const name = csvFileName(subject, now);
  const refusal = await post.fileTo(user.id, { name, title: name, ...file });
  return refusal ? notSentView(refusal, context) : view(richText(line(t.post.csvSent)));
}

/** Why Slack did not take what was to be sent, which the audit hears of. */
export function notSentView(refusal: SlackError, { t, acts }: Pick<RequestContext, 't' | 'acts'>): View {
  acts.failed(refusal.refused);
  return refusalView(refusal, t);
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
