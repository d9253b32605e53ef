import { bold, line } from '../../slack/blocks.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import { claimedRate, type SummaryModel } from './model.ts';

/** Seconds of which the share is told. */
const TOLD_WITHIN = new Set([10, 30]);

/** The day in four or five lines, beside what is usual. Few messages are counted only: no share is claimed of them. */
export function figureLines(model: SummaryModel, { words, formats }: ViewOptions) {
  const { totals, usual, legs, within } = model;
  const { submitted, failed, pending, noReceipt, other, isProvisional } = totals;
  const labels = words.summary.figures;
  const rate = claimedRate(totals);
  const row = (label: string, ...facts: (string | undefined)[]) => {
    const [first = '', ...others] = facts.filter((fact) => fact !== undefined);
    return line(bold(`${label}: ${first}`), others.map((fact) => ` · ${fact}`).join(''));
  };
  const share = (count: number) => (rate === undefined ? undefined : formats.percent(count / submitted));
  const usually =
    usual &&
    labels.usual(
      formats.number(Math.round(usual.submitted)),
      usual.submitted > 0 ? formats.signedPercent(submitted / usual.submitted - 1) : undefined,
    );
  const lines = [row(labels.messages, formats.number(submitted), usually)];
  if (rate === undefined) {
    lines.push(row(labels.delivered, formats.number(totals.delivered)));
  } else {
    const soFar = isProvisional ? `${formats.percent(rate)} ${labels.soFar}` : formats.percent(rate);
    const points = usual?.points;
    const change = points === undefined ? undefined : words.figures.points(formats.signed(points));
    const basis = usual?.isObserved === false ? `, ${labels.reconstructed}` : '';
    const usualRate =
      usual?.deliveryRate === undefined || change === undefined
        ? undefined
        : labels.usual(formats.percent(usual.deliveryRate), `${change}${basis}`);
    const ofFinal =
      totals.deliveredOfFinal === undefined
        ? undefined
        : labels.ofFinal(formats.percent(totals.deliveredOfFinal));
    lines.push(row(labels.delivered, soFar, usualRate, ofFinal));
  }
  lines.push(row(labels.failed, formats.number(failed), failed > 0 ? share(failed) : undefined));
  if (pending > 0) lines.push(row(labels.waiting, formats.number(pending), share(pending)));
  if (noReceipt > 0) lines.push(row(labels.noReceipt, formats.number(noReceipt), share(noReceipt)));
  if (other > 0) lines.push(row(labels.other, formats.number(other), share(other)));
  if (rate === undefined) return lines;

  const { p50, p95 } = legs.total;
  if (p50 !== undefined && p95 !== undefined) {
    const usualP95 =
      usual?.total.p95 === undefined ? undefined : labels.usual(formats.duration(usual.total.p95), undefined);
    lines.push(
      row(labels.speed, labels.half(formats.duration(p50)), labels.most(formats.duration(p95)), usualP95),
    );
  }
  const shares = within.flatMap((one) =>
    one.share === undefined || !TOLD_WITHIN.has(one.seconds)
      ? []
      : [`${formats.duration(one.seconds)}: ${formats.percent(one.share)}`],
  );
  const [first, ...later] = shares;
  if (first !== undefined) {
    lines.push(line(bold(`${labels.within} ${first}`), later.map((one) => ` · ${one}`).join('')));
  }
  return lines;
}
