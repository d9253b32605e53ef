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
  const refusal = await post.fileTo(user.id, { name: csvFileName(subject, now), ...file });
  return refusal ? notSentView(refusal, context) : view(richText(line(t.post.csvSent)));
}

/** File name with the subject and the UTC time to the minute, such as `sms-report-2026-11-18-15-20.csv`. */
export function csvFileName(subject: string, at: Date): string {
  return `${subject}-${at.toISOString().slice(0, 16).replaceAll(/[:T]/g, '-')}.csv`;
}

/** RFC 4180. No spreadsheet runs a cell as a formula. */
export function toCsvFile(rows: readonly Readonly<Record<string, unknown>>[]): string {
  return stringify([...rows], {
    header: true,
    bom: true,
    cast: { string: harmlessCell },
    record_delimiter: 'windows',
    // Cells with line breaks are put in quotes, too.
    quoted_match: /[\r\n]/,
  });
}

const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;
const MASKED_NUMBER = /^\+[\d ()•]+$/;
/** The first characters of formulas in spreadsheets, also in full width. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** An apostrophe before what looks like a formula; a space before a masked number, which stays readable. */
function harmlessCell(text: string): string {
  if (NUMBER.test(text)) return text;
  if (MASKED_NUMBER.test(text)) return ` ${text}`;
  return FORMULA.test(text) ? `'${text}` : text;
}
