import type { Translations } from '../../i18n/index.ts';
import type { Formatter } from '../format.ts';
import type { SlackUser } from './users.ts';

/** Who is asking, where, and how to speak to them. */
export interface RequestContext<T extends Translations = Translations> {
  readonly user: SlackUser;
  readonly channelId: string | undefined;
  readonly t: T;
  readonly formatter: Formatter;
  /** When the question came. */
  readonly now: Date;
}
