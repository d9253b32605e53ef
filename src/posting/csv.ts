import { stringify } from 'csv-stringify/sync';
import { line, richText, type View, view } from '../slack/blocks/blocks.ts';
import type { RequestContext } from '../slack/listeners/context.ts';
import type { FileToSend } from './post.ts';
import { notSentView, personRefusalView, type ShareDeps } from './share.ts';

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

/** The time is in UTC, to the minute: `sms-report-2026-11-18-15-20.csv`. */
export function csvFileName(subject: string, at: Date): string {
  return `${subject}-${at.toISOString().slice(0, 16).replaceAll(/[:T]/g, '-')}.csv`;
}

/** RFC 4180 with a byte order mark. Cells that look like formulas get an apostrophe, so that none is run. */
export function toCsvFile(rows: readonly Readonly<Record<string, unknown>>[]): string {
  return stringify([...rows], {
    header: true,
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
    // Line breaks within a cell need quotes, too.
    quoted_match: /[\r\n]/,
  });
}
