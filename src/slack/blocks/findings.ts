import { type FindingWithEvidence, isAccumulated } from '../../domain/detection/evidence.ts';
import type { AccumulatedEvidence, Finding } from '../../domain/detection/findings.ts';
import type { Basis } from '../../domain/figures/same-age.ts';
import type { Translations } from '../../i18n/index.ts';
import type { Localized } from './format.ts';

type FindingView = Localized<Translations>;

/** Shares of fewer messages have no decimals, because for example 9.5% of 20 messages is impossible. */
const FEWEST_FOR_DECIMAL = 1000;
const ROUNDING_ERROR = 1e-9;

/** Formats a share of `of` messages in percent; 0% and 100% are shown only if they are exact. */
export function shareText(share: number, { t, format }: FindingView, of = Number.POSITIVE_INFINITY): string {
  const isEnd = Math.min(share, 1 - share) < ROUNDING_ERROR;
  if (!isEnd && of >= FEWEST_FOR_DECIMAL) return format.percent(share);
  const shown = isEnd ? Math.round(share) : Math.min(0.99, Math.max(0.01, share));
  return new Intl.NumberFormat(t.locale, { style: 'percent' }).format(shown);
}

/** A share with the number of messages that it is of. */
export function shareOfText(share: number, of: number, options: FindingView): string {
  const { t, format } = options;
  return t.findings.share(shareText(possibleShare(share, of), options, of), format.number(Math.round(of)));
}

/** Estimated counts are no whole numbers; of 29 messages, 98.5% are shown as 28. */
function possibleShare(share: number, of: number): number {
  const whole = Math.round(of);
  if (whole < 2 || whole >= 100 || Math.min(share, 1 - share) < ROUNDING_ERROR) return share;
  return Math.min(whole - 1, Math.max(1, Math.round(share * whole))) / whole;
}

type Usual = Pick<Finding, 'usual' | 'of'> & { readonly basis?: Basis | undefined };

/**
 * Formats the usual share like a share of `of` messages, but does not round a share such as 0.1% to 1%. One that was
 * estimated from the times of receipts is marked, because it is slightly too good.
 */
export function baselineText({ usual, of, basis }: Usual, options: FindingView): string {
  const isNearEnd = Math.min(usual, 1 - usual) < 0.005;
  const text = shareText(usual, options, isNearEnd ? undefined : of);
  return basis === 'reconstructed' ? options.t.findings.about(text) : text;
}

/** The usual number of bad messages, marked like a usual share. */
export function expectedCountText(
  { basis, evidence }: FindingWithEvidence,
  { t, format }: FindingView,
  count = wholeCounts(evidence).usual,
): string {
  const text = format.number(count);
  return basis === 'reconstructed' ? t.findings.aboutCount(text) : text;
}

export function findingText(name: string | undefined, finding: Finding, options: FindingView): string {
  if (isAccumulated(finding)) return evidenceText(name, finding, options);
  const { t, format } = options;
  const { kind, share, of } = finding;
  const now =
    kind === 'silence'
      ? t.findings.few(Math.round(share * of))
      : shareText(possibleShare(share, of), options, of);
  return t.findings.sentences[kind](name, now, baselineText(finding, options), format.number(Math.round(of)));
}

/** Without `name`, the sentence is about all operators together. */
export function evidenceText(
  name: string | undefined,
  finding: FindingWithEvidence,
  options: FindingView,
): string {
  const { kind, evidence } = finding;
  const { t, format } = options;
  const since = format.since(new Date(evidence.sinceMs));
  return t.findings.evidence.found[kind](name, {
    ...wholeCounts(evidence),
    usually: expectedCountText(finding, options),
    since,
  });
}

export function wholeCounts({ hits, of, usualHits }: AccumulatedEvidence) {
  return { hits: Math.round(hits), of: Math.round(of), usual: Math.round(usualHits) };
}

export function wellTexts(
  finding: FindingWithEvidence,
  options: FindingView,
): { readonly now: string; readonly usual: string } | undefined {
  const { kind, evidence } = finding;
  const { t, format } = options;
  if (kind !== 'waiting' && kind !== 'slow_hand_over') return undefined;
  const { hits, of, usual } = wholeCounts(evidence);
  const { well } = t.findings.evidence;
  const countOf = (hits: string) => t.findings.countOf(hits, format.number(of));
  // A receipt may also report a failure, so messages with a receipt are not called delivered.
  const what = kind === 'slow_hand_over' ? 'handedOver' : hits === of ? 'delivered' : 'withReceipt';
  return {
    now: well[what](countOf(format.number(of - hits))),
    usual: countOf(expectedCountText(finding, options, of - usual)),
  };
}
