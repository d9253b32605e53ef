import { z } from 'zod';
import { isLanguage } from '../i18n/index.ts';
import type { Log } from '../ops/log.ts';
import { type Sealer, sealedJson } from '../runtime/crypto.ts';
import { DAY_MS } from '../runtime/durations.ts';
import type { Timings } from '../runtime/timings.ts';
import { adviceView } from '../slack/blocks/advice-view.ts';
import type { Access } from '../slack/listeners/access.ts';
import type { Listeners } from '../slack/listeners/router.ts';
import type { Users } from '../slack/listeners/users.ts';
import type { Runs } from '../store/posting/runs.ts';
import type { Post } from './post.ts';
import { CANCEL, endedView, type RunKind, type RunRequest } from './progress-view.ts';

export interface RunDeps {
  readonly stores: { readonly runs: Runs };
  readonly slack: { readonly users: Users; readonly access: Access };
  readonly posting: { readonly post: Post };
  /** `stopping` aborts runs (tasks with a progress message) when the bot stops. */
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

export function sealRunRequest(sealer: Sealer, { kind, language, subject, againValue }: RunRequest): string {
  return sealedRequest.seal(sealer, { k: kind.name, l: language, s: subject, a: againValue });
}

/** Decrypts the value of a button that repeats a run; `undefined` if another key or version encrypted it. */
export function openAgainValue(sealer: Sealer, sealed: string): string | undefined {
  return sealedRequest.open(sealer, sealed)?.a;
}

function openRunRequest(sealer: Sealer, sealed: string, kinds: readonly RunKind[]): RunRequest | undefined {
  const plain = sealedRequest.open(sealer, sealed);
  const kind = plain && kinds.find(({ name }) => name === plain.k);
  return kind && { kind, language: plain.l, subject: plain.s, againValue: plain.a };
}

export function cancelValue({ name }: RunKind, id: string): string {
  return `${name} ${id}`;
}

/** Registers the Cancel button of progress messages, which also works if another process does the work. */
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
    // The process that runs the task edits the message to this text, too, so the order does not matter.
    if (request && (await runs.finish(id, 'cancelled'))) return endedView('cancelled', request);
    return { ephemeral: adviceView(kind.t(user.language).ended, t) };
  });
}

/** Some heartbeats of a run are missing. */
const SILENT_AFTER_MS = 5_000;
/** A run without a heartbeat for this time is abandoned. */
const ABANDONED_AFTER_MS = 10_000;
const FORGOTTEN_AFTER_MS = DAY_MS;

/** @returns a search for runs of dead processes, to be repeated, that marks them as interrupted in their messages */
export function createRunRecovery(
  kinds: readonly RunKind[],
  { stores: { runs }, posting: { post }, runtime: { sealer } }: RunDeps,
): () => Promise<void> {
  // Two searches in a row must find a run: after an outage of the database, every run is silent at first.
  let silent: readonly string[] = [];
  return async () => {
    const before = silent;
    silent = [];
    for (const id of before) {
      // Each is claimed at its turn: another replica takes over a claim that waits too long for Slack.
      const [abandoned] = await runs.claimSilent(ABANDONED_AFTER_MS, [id]);
      if (!abandoned) continue;
      const request = openRunRequest(sealer, abandoned.sealedRequest, kinds);
      const { message } = abandoned;
      if (message && request) await post.changeWithRetries(message, endedView('interrupted', request));
      await runs.finish(id, 'failed');
    }
    silent = await runs.findSilent(SILENT_AFTER_MS);
  };
}

export async function forgetRuns({ stores }: RunDeps): Promise<void> {
  await stores.runs.forget(FORGOTTEN_AFTER_MS);
}
