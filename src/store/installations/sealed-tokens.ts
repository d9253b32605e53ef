import { z } from 'zod';
import { sealedJson } from '../../runtime/crypto.ts';

const tokens = z.object({ botToken: z.string(), refreshToken: z.string().optional() });

export type Tokens = z.output<typeof tokens>;

/** Whose rows installations are: the app's, which its client id names. */
export const appAccount = (clientId: string) => `app.${clientId}`;

/** The tokens of a row: they open under its own id alone, so that none can be put in another's place. */
export const sealedTokens = (account: string, id: string) =>
  sealedJson(`slack.installation ${account} ${id}`, tokens);
