import { clip } from './limits.ts';

/**
 * Text from elsewhere, fit to be shown: without the invisible characters that turn or hide what stands around
 * them (controls, bidirectional overrides, zero-width joints between letters), and no longer than `max`.
 */
export function untrusted(text: string, max: number): string {
  const visible = text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').replaceAll(INVISIBLE, '');
  return clip(visible, max);
}

// Controls and format characters. The line break stays, and the zero-width joiner: emoji are built with it.
const INVISIBLE = /(?![\n\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
