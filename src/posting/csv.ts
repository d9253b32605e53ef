import { stringify } from 'csv-stringify/sync';
import { line, richText, type View, view } from '../slack/blocks/blocks.ts';
import type { RequestContext } from '../slack/listeners/context.ts';
import type { FileToSend } from './post.ts';
import { notSentView, personRefusalView, type ShareDeps } from './share.ts';

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
