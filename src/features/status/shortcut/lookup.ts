import type { Act } from '../../../domain/audit.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import type { StatusContext } from '../locales/index.ts';
import {
  type LookupProblem,
  lookUpFor,
  type MessageModel,
  type StatusModel,
  type StatusQuery,
} from '../lookup.ts';
import { type LookupOutcome, lookUpEach } from '../lookup-each.ts';

/** What became of each thing that a message names. */
export type NamedOutcome = { readonly query: StatusQuery } & LookupOutcome<
  StatusModel | MessageModel | LookupProblem
>;

export interface NamedModel {
  readonly outcomes: readonly NamedOutcome[];
  readonly now: Date;
}

/** @throws UpstreamError where none of them could be looked up */
export async function lookUpNamed(
  act: Act,
  queries: readonly StatusQuery[],
  context: StatusContext,
  deps: FeatureDeps,
): Promise<NamedModel> {
  const { runtime } = deps;
  const outcomes = await lookUpEach(queries, (query) => lookUpFor(act, query, context, deps), runtime);
  const paired = outcomes.flatMap((outcome, at) => {
    const query = queries[at];
    return query ? [{ query, ...outcome }] : [];
  });
  return { outcomes: paired, now: runtime.now() };
}
