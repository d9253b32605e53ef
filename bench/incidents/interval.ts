const ROUNDS = 60;
const TAIL = 0.025;

/** Exact 95 % confidence interval of a Poisson mean, given the count `k`. F. Garwood, Biometrika 28 (1936). */
export function poissonInterval(k: number): { readonly low: number; readonly high: number } {
  const widest = k + 10 * Math.sqrt(k + 1) + 10;
  return {
    low: k === 0 ? 0 : crossing(widest, (mean) => 1 - atMost(k - 1, mean) < TAIL),
    high: crossing(widest, (mean) => atMost(k, mean) > TAIL),
  };
}

/** `4 (1.1–10.2)` */
export function withPoissonInterval(k: number): string {
  const { low, high } = poissonInterval(k);
  const text = (value: number) => (value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en'));
  return `${k.toLocaleString('en')} (${text(low)}–${text(high)})`;
}

/** The largest mean for which `isBelow` holds, by bisection. */
function crossing(widest: number, isBelow: (mean: number) => boolean): number {
  let [low, high] = [0, widest];
  for (let round = 0; round < ROUNDS; round++) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** P(X ≤ k) of a Poisson distribution. Uses logarithms, because the terms underflow for means near 1,000. */
function atMost(k: number, mean: number): number {
  let logOfTerm = -mean;
  let sum = Math.exp(logOfTerm);
  for (let count = 1; count <= k; count++) {
    logOfTerm += Math.log(mean / count);
    sum += Math.exp(logOfTerm);
  }
  return sum;
}
