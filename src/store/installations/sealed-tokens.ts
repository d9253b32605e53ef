import { z } from 'zod';
import { sealedJson } from '../../runtime/crypto.ts';

const tokens = z.object({ botToken: z.string(), refreshToken: z.string().optional() });

export type Tokens = z.output<typeof tokens>;

export const appAccount = (clientId: string) => `app.${clientId}`;

/** Encrypts tokens for the row of one installation; copied to another row, they cannot be decrypted. */
export const sealedTokens = (account: string, id: string) =>
  sealedJson(`slack.installation ${account} ${id}`, tokens);
