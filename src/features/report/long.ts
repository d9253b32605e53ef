import type { LongKind } from '../../slack/long-run-kind.ts';

/** A report that is read for longer than somebody waits for it. */
export const REPORT_RUN: LongKind = {
  name: 'report',
  title: (words) => words.report.title,
  words: (words) => words.report.long,
  againAction: 'report.refresh',
};
