import { z } from 'zod';
import { isLanguage, type Language } from '../i18n/index.ts';
import type { RunTranslations } from '../i18n/types.ts';
import type { Sealer } from '../runtime/crypto.ts';

/** Something that may take long to make, such as a report. */
export interface RunKind {
  /** Stands in what is kept, and in the values of buttons. */
  readonly name: string;
  readonly title: (language: Language) => string;
  readonly t: (language: Language) => RunTranslations;
  /** The action of a button that asks for the same once more. */
  readonly againAction: string;
}

/** What is needed to say to the one who waits for a run how it ended, whoever says it. */
export interface RunRequest {
  readonly kind: RunKind;
  readonly language: Language;
  /** What it is about; numbers are masked. */
  readonly subject: string;
  /** The value of the button that asks for the same once more. */
  readonly again: string;
}

const PURPOSE = 'long.run';

const sealedRequest = z.object({
  k: z.string(),
  l: z.string().refine(isLanguage),
  s: z.string(),
  a: z.string(),
});

export function sealRunRequest(sealer: Sealer, { kind, language, subject, again }: RunRequest): string {
  const plain: z.infer<typeof sealedRequest> = { k: kind.name, l: language, s: subject, a: again };
  return sealer.seal(PURPOSE, JSON.stringify(plain));
}

/** `undefined` where it was sealed by another key or version, or is of none of these kinds. */
export function openRunRequest(
  sealer: Sealer,
  sealed: string,
  kinds: readonly RunKind[],
): RunRequest | undefined {
  const text = sealer.open(PURPOSE, sealed);
  const plain = text === undefined ? undefined : sealedRequest.safeParse(JSON.parse(text)).data;
  const kind = plain && kinds.find(({ name }) => name === plain.k);
  return kind && { kind, language: plain.l, subject: plain.s, again: plain.a };
}
