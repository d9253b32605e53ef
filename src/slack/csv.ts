import { stringify } from 'csv-stringify/sync';

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
