import { randomUUID } from 'node:crypto';
import type { InstallURLOptions, StateStore } from '@slack/bolt';
import { z } from 'zod';
import { type Sealer, sealedJson } from '../../runtime/crypto.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';

/** So long a person may take at Slack. */
export const STATE_MS = 10 * MINUTE_MS;

/** A state that is not ours, too old, or used before. */
class StateError extends Error {
  override readonly name = 'StateError';
  readonly code = 'state';
}

interface StateOptions {
  readonly sealer: Pick<Sealer, 'seal' | 'open'>;
  /** Notes it for all replicas. @returns whether none had it */
  readonly isFirst: (id: string, keptMs: number) => Promise<boolean>;
  readonly scopes: readonly string[];
  readonly now: () => Date;
}

const sealedState = sealedJson('slack.install', z.object({ id: z.uuid(), at: z.number() }));

/**
 * What leads a browser to Slack and back: sealed, good for ten minutes and once. Nothing is written before it comes back,
 * so that whoever asks for many fills nothing.
 */
export function createStates({ sealer, isFirst, scopes, now }: StateOptions): StateStore {
  return {
    generateStateParam: async () => sealedState.seal(sealer, { id: randomUUID(), at: now().getTime() }),
    async verifyStateParam(_now, state): Promise<InstallURLOptions> {
      const opened = sealedState.open(sealer, state);
      if (!opened) throw new StateError('a state of somebody else’s');
      const ageMs = now().getTime() - opened.at;
      if (ageMs > STATE_MS || ageMs < -MINUTE_MS) throw new StateError('a state that is too old');
      if (!(await isFirst(`install ${opened.id}`, 2 * STATE_MS)))
        throw new StateError('a state that was used');
      return { scopes: [...scopes] };
    },
  };
}
