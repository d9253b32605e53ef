/** GSM-7 characters of one septet: 3GPP TS 23.038, section 6.2.1, without the escape character. */
const DEFAULT_ALPHABET = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);

/** GSM-7 characters of two septets, escape and code: 3GPP TS 23.038, section 6.2.1.1. */
const EXTENSION_TABLE = new Set('\f^{}\\[~]|€');

/** Maximum units (septets or UTF-16 code units) of a single message, and of each part of a long one. */
const CAPACITY = {
  'GSM-7': { alone: 160, joined: 153 },
  'UCS-2': { alone: 70, joined: 67 },
} as const;

/** One character outside GSM-7 makes the text UCS-2; `units` are septets or UTF-16 code units. */
export function segmentsOf(text: string) {
  const characters = [...text];
  const isGsm7 = characters.every((one) => DEFAULT_ALPHABET.has(one) || EXTENSION_TABLE.has(one));
  const encoding = isGsm7 ? 'GSM-7' : 'UCS-2';
  const septetsOf = (character: string) => (EXTENSION_TABLE.has(character) ? 2 : 1);
  const sizes = characters.map((character) => (isGsm7 ? septetsOf(character) : character.length));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const { alone, joined } = CAPACITY[encoding];
  return { encoding, segments: units <= alone ? 1 : countParts(sizes, joined), units };
}

function countParts(sizes: readonly number[], capacity: number): number {
  let [parts, used] = [1, 0];
  for (const size of sizes) {
    const fits = used + size <= capacity;
    if (!fits) parts += 1;
    used = fits ? used + size : size;
  }
  return parts;
}
