import { parsePeriod, periodToText } from '../../domain/time/period.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { type LookupRequest, sealedLookup } from '../../slack/listeners/lookup-request.ts';
import type { FeatureDeps } from '../dependencies.ts';
import { isDay, type MessageRequest, type NumberRequest } from './input.ts';
import type { StatusContext } from './locales/index.ts';

/** What is looked up, without a page of it. */
export type Lookup =
  | { readonly kind: 'number'; readonly request: NumberRequest }
  | { readonly kind: 'message'; readonly request: MessageRequest };

export function sealRequest(sealer: Sealer, query: Lookup): string {
  return sealedLookup.seal(sealer, toPlain(query));
}

/** `undefined` where it was sealed by another key or version. */
export function openRequest(sealer: Sealer, sealed: string): Lookup | undefined {
  const plain = sealedLookup.open(sealer, sealed);
  return plain && fromPlain(plain);
}

/** Notes a look-up among a person's recent ones, where it can be noted. Never rejects: it costs nobody the answer. */
export async function noteRecent(
  query: Lookup,
  { user, now }: Pick<StatusContext, 'user' | 'now'>,
  { stores, runtime: { sealer, log } }: Pick<FeatureDeps, 'stores' | 'runtime'>,
): Promise<void> {
  const plain = toPlain(query);
  const subject = sealer.digest('recent', JSON.stringify(plain));
  const lookup = { subject, sealed: sealedLookup.seal(sealer, plain) };
  await stores.recentLookups
    .note(user.id, lookup, now)
    .catch((error: unknown) => log.debug({ err: error }, 'a recent look-up was not noted'));
}

function toPlain(query: Lookup): LookupRequest {
  if (query.kind === 'number') {
    const { msisdn, spec, sender } = query.request;
    return { n: msisdn, p: periodToText(spec), s: sender };
  }
  const { request } = query;
  return request.by === 'id' ? { i: request.id } : { d: periodToText(request.day), r: request.reference };
}

function fromPlain(plain: LookupRequest): Lookup | undefined {
  if ('i' in plain) return { kind: 'message', request: { by: 'id', id: plain.i } };
  const spec = parsePeriod('d' in plain ? plain.d : plain.p);
  if (!spec || 'problem' in spec) return undefined;
  if ('n' in plain) return { kind: 'number', request: { msisdn: plain.n, spec, sender: plain.s } };
  return isDay(spec)
    ? { kind: 'message', request: { by: 'reference', day: spec, reference: plain.r } }
    : undefined;
}
