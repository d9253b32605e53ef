import { z } from 'zod';
import { createOperation } from './operation.ts';

/** Where an app is installed, with its tokens as they are stored: whoever asks opens them, and no key crosses a socket. */
export const keptInstallations = createOperation({
  name: 'installations',
  input: z.object({ account: z.string() }),
  row: z.object({ id: z.string(), sealed: z.string() }),
  async *run({ account }, { db }) {
    const rows = await db
      .selectFrom('installations')
      .select(['id', 'sealed_tokens as sealed'])
      .where('account', '=', account)
      .where('removed_at', 'is', null)
      .where('sealed_tokens', 'is not', null)
      .$narrowType<{ sealed: string }>()
      .execute();
    yield* rows;
  },
});
