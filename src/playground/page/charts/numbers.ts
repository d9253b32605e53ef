/** How figures are written in a chart. */
export function numbersIn(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
}

/** How parts of a whole are written, given as 0 to 1. */
export function sharesIn(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
}
