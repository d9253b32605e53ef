import { subscription } from './subscription.en.ts';
import { summary } from './summary.en.ts';

/** The words of daily summaries. */
export const en = { subscription, summary };
