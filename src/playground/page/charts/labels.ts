/** About how wide a text is in the page's font, in px; a little too wide rather than too narrow. */
export function textWidth(text: string, sizePx: number): number {
  let ems = 0;
  for (const character of text) ems += emsOf(character);
  return ems * sizePx;
}

function emsOf(character: string): number {
  if (/[iljtfr.,:;'’|!()[\] ]/.test(character)) return 0.34;
  if (/[mwMW%@]/.test(character)) return 0.92;
  if (/[A-Z]/.test(character)) return 0.7;
  if (/[\d–—+\-/=_]/.test(character)) return 0.6;
  return (character.codePointAt(0) ?? 0) > 0x2000 ? 1.05 : 0.56;
}

/** The text, or its beginning and `…` where it is wider than that. */
export function cut(text: string, widthPx: number, sizePx: number): string {
  if (textWidth(text, sizePx) <= widthPx) return text;
  const characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, sizePx) > widthPx) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

/** The least n such that each nth of these labels, centred one slot apart, keeps `gapPx` from the next one shown. */
export function everyNth(widthsPx: readonly number[], slotPx: number, gapPx: number): number {
  for (let n = 1; n < widthsPx.length; n++) {
    const shown = widthsPx.filter((_, at) => at % n === 0);
    const isClear = shown.every((width, at) => {
      const next = shown[at + 1];
      return next === undefined || (width + next) / 2 + gapPx <= slotPx * n;
    });
    if (isClear) return n;
  }
  return Math.max(1, widthsPx.length);
}

/**
 * Places for labels as near as can be to where they are wanted, `gapPx` apart and within the bounds, in the order
 * given. Where they do not all fit, they stand evenly over the bounds.
 */
export function spread(
  wanted: readonly number[],
  gapPx: number,
  { from, to }: { readonly from: number; readonly to: number },
): number[] {
  const gap = wanted.length > 1 ? Math.min(gapPx, (to - from) / (wanted.length - 1)) : gapPx;
  const order = wanted.map((_, at) => at).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = new Map<number, number>();
  let floor = from;
  for (const at of order) {
    const place = Math.max(wanted[at] ?? from, floor);
    placed.set(at, place);
    floor = place + gap;
  }
  let ceiling = to;
  for (const at of order.toReversed()) {
    const place = Math.min(placed.get(at) ?? to, ceiling);
    placed.set(at, place);
    ceiling = place - gap;
  }
  return wanted.map((place, at) => placed.get(at) ?? place);
}
