import { z } from 'zod';
import { sealedJson } from '../../runtime/crypto.ts';

const tokens = z.object({ botToken: z.string(), refreshToken: z.string().optional() });

export type Tokens = z.output<typeof tokens>;

/** Installations belong to the app, identified by its client id. */
export const appAccount = (clientId: string) => `app.${clientId}`;

/** Bound to the row's id, so that a token does not open in another row. */
export const sealedTokens = (account: string, id: string) =>
  sealedJson(`slack.installation ${account} ${id}`, tokens);
