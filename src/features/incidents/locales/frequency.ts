/** So many times in so many years. */
export interface Frequency {
  readonly times: number;
  readonly years: number;
}

/** From here on one digit says enough. */
const MANY = 20;

/** About how often, as people say it: 0.1 a year is once in 10 years, 84 are 80. */
export function frequencyOf(perYear: number): Frequency {
  if (perYear < 0.75) return { times: 1, years: Math.max(2, Math.round(1 / perYear)) };
  return { times: Number(perYear < MANY ? Math.round(perYear) : perYear.toPrecision(1)), years: 1 };
}

/** The steps in which people count what is rare. */
const YEARS = [100, 50, 20, 10, 5, 2, 1];

/** How often at most: the rarest of the steps that is certainly not too rare. */
export function rarityOf(perYear: number): Frequency {
  const years = YEARS.find((one) => perYear * one <= 1);
  return years === undefined ? { times: Math.ceil(perYear), years: 1 } : { times: 1, years };
}
