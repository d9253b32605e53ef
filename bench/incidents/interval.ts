const ROUNDS = 60;
const TAIL = 0.025;

/**
 * The exact interval of what a count that came to `k` is on the average, 95 %: the lowest mean at which as many or more,
 * and the highest at which as few or fewer, come in one of forty cases. F. Garwood, Biometrika 28 (1936).
 */
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

/** The mean up to which it is true, by halves. */
function crossing(widest: number, isBelow: (mean: number) => boolean): number {
  let [low, high] = [0, widest];
  for (let round = 0; round < ROUNDS; round++) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The chance of `k` or fewer where there are `mean` on the average; by logarithms, as a thousand of them would underflow. */
function atMost(k: number, mean: number): number {
  let logOfTerm = -mean;
  let sum = Math.exp(logOfTerm);
  for (let count = 1; count <= k; count++) {
    logOfTerm += Math.log(mean / count);
    sum += Math.exp(logOfTerm);
  }
  return sum;
}
