import type { en } from './en.ts';
import { subscription } from './subscription.es.ts';
import { summary } from './summary.es.ts';

export const es: typeof en = { subscription, summary };
