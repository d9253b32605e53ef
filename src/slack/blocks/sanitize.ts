import { redactText } from '../../domain/messages/redaction.ts';
import { clip } from './limits.ts';

/**
 * Text from elsewhere without what cannot be seen: controls, and format characters that turn or hide what stands
 * around them. Line breaks stay.
 */
export function visible(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').replaceAll(INVISIBLE, '');
}

/** Text from elsewhere, fit to be shown: visible, at most `max` characters, with codes, numbers and links masked. */
export function sanitize(text: string, max: number): string {
  // In this order: an invisible character within a code would hide it from the mask.
  return clip(redactText(visible(text)), max);
}

// The zero-width joiner stays: emoji are built with it.
const INVISIBLE = /(?![\n\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
