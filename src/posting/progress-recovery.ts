import { z } from 'zod';
import { isLanguage } from '../i18n/index.ts';
import type { Log } from '../ops/log.ts';
import { type Sealer, sealedJson } from '../runtime/crypto.ts';
import { DAY_MS, MINUTE_MS } from '../runtime/durations.ts';
import type { Timings } from '../runtime/timings.ts';
import { adviceView } from '../slack/blocks/advice-view.ts';
import type { Access } from '../slack/listeners/access.ts';
import type { Listeners } from '../slack/listeners/router.ts';
import type { Users } from '../slack/listeners/users.ts';
import type { Runs } from '../store/posting/runs.ts';
import type { Post } from './post.ts';
import { CANCEL, endedView, type RunKind, type RunRequest } from './progress-view.ts';

/** What runs need of the groups that features are given. */
export interface RunDeps {
  readonly stores: { readonly runs: Runs };
  readonly slack: { readonly users: Users; readonly access: Access };
  readonly posting: { readonly post: Post };
  /** `stopping` is aborted when the bot stops: no run is waited for. */
  readonly runtime: {
    readonly sealer: Sealer;
    readonly stopping: AbortSignal;
    readonly log: Log;
    readonly timings: Timings;
  };
}

const sealedRequest = sealedJson(
  'long.run',
  z.object({ k: z.string(), l: z.string().refine(isLanguage), s: z.string(), a: z.string() }),
);

export function sealRunRequest(sealer: Sealer, { kind, language, subject, again }: RunRequest): string {
  return sealedRequest.seal(sealer, { k: kind.name, l: language, s: subject, a: again });
}

/** What asks a run's question again; `undefined` where it was sealed by another key or version. */
export function againOf(sealer: Sealer, sealed: string): string | undefined {
  return sealedRequest.open(sealer, sealed)?.a;
}

/** `undefined` where it was sealed by another key or version, or is of none of these kinds. */
function openRunRequest(sealer: Sealer, sealed: string, kinds: readonly RunKind[]): RunRequest | undefined {
  const plain = sealedRequest.open(sealer, sealed);
  const kind = plain && kinds.find(({ name }) => name === plain.k);
  return kind && { kind, language: plain.l, subject: plain.s, again: plain.a };
}

export function cancelValue({ name }: RunKind, id: string): string {
  return `${name} ${id}`;
}

/** The button that cancels a run of any kind, whoever makes it. */
export function registerCancel(
  router: Listeners,
  kinds: readonly RunKind[],
  { stores: { runs }, runtime: { sealer } }: RunDeps,
): void {
  router.button(CANCEL, async (value, { user, t }) => {
    const [name, id = ''] = value.split(' ');
    const kind = kinds.find((one) => one.name === name);
    if (!kind) return undefined;
    const run = await runs.find(id);
    if (run && run.userId !== user.id) return undefined;
    const request = run && openRunRequest(sealer, run.sealedRequest, kinds);
    // The same that its maker says there, whichever of the two comes last.
    if (request && (await runs.finish(id, 'cancelled'))) return endedView('cancelled', request);
    return { ephemeral: adviceView(kind.t(user.language).ended, t) };
  });
}

/** Signs of life come every other second, but a runner's last change may take a minute: longer silence is death. */
const SILENT_MS = 2 * MINUTE_MS;
const FORGOTTEN_AFTER_MS = DAY_MS;

/**
 * Tells those who wait for something that nobody makes any more, and forgets what ended long ago; to be called at the
 * start and now and then. What was sealed by another key stays as it is.
 */
export async function settleAbandoned(
  kinds: readonly RunKind[],
  { stores: { runs }, posting: { post }, runtime: { sealer } }: RunDeps,
): Promise<void> {
  for (const { id, message, sealedRequest } of await runs.takeOver(SILENT_MS)) {
    const request = openRunRequest(sealer, sealedRequest, kinds);
    if (message && request) await post.settle(message, endedView('interrupted', request));
    await runs.finish(id, 'failed');
  }
  await runs.forget(FORGOTTEN_AFTER_MS);
}
