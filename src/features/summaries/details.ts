import type { Again } from '../../jobs/index.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import type { Summary } from '../../store/posting/summaries.ts';
import { detailsView } from './details-view.ts';
import { CLOSED_AGAIN_MS, editPosted } from './edit-posted.ts';
import { type SummaryModel, standingOf } from './model.ts';
import { FILL_AGAIN_MS, keyOf, type PublishSummaryDeps, placeOf, readFor, viewOptions } from './publish.ts';

const CORRECTED_AFTER_HOURS = [24, 48, 72];
/** From when a summary was due to when it is first looked at again. */
export const FIRST_CORRECTION_MS = Math.min(...CORRECTED_AFTER_HOURS) * HOUR_MS;
const NOT_FINAL_AGAIN_MS = 6 * HOUR_MS;

/** Adds the details to a summary that stands without them. */
export async function deliverDetails(
  summary: Summary,
  deps: PublishSummaryDeps,
  signal: AbortSignal,
): Promise<undefined | Again> {
  const at = deps.now();
  if (!deps.access.allowsChannel(summary.channel)) return { again: new Date(at.getTime() + CLOSED_AGAIN_MS) };
  const read = await readFor(summary, deps, signal);
  if ('failure' in read) return { again: new Date(at.getTime() + FILL_AGAIN_MS) };
  return addDetails(summary, { model: read.model, at }, deps, signal);
}

/** Posts what there is to say beside the summary in its thread, or brings it up to date, and notes when to go on. */
export async function addDetails(
  summary: Summary,
  { model, at }: { readonly model: SummaryModel; readonly at: Date },
  deps: PublishSummaryDeps,
  signal: AbortSignal,
): Promise<undefined | Again> {
  const thread = placeOf(summary);
  const view = () => detailsView(model, viewOptions(summary, deps));
  const key = `${keyOf(summary)}:details`;
  const outcome = await deps.postOnce({ channel: summary.channel, key, thread, view, signal });
  if ('again' in outcome) return outcome;
  // Where Slack takes no details, the summary stands without them.
  if ('place' in outcome && !outcome.isNew) {
    const brought = await editPosted(outcome.place, { view: view(), at }, deps);
    if (typeof brought === 'object' && 'again' in brought) return brought;
  }
  const stepAt = nextStep(summary, model, at, deps.settleHours);
  await deps.summaries.progress(summary.id, {
    hasDetails: true,
    ...(stepAt ? { stepAt, state: 'posted' } : { state: 'ended' }),
  });
  return undefined;
}

/** When figures that were read at `at` are looked at again; `undefined` once they are final. */
function nextStep({ dueAt }: Summary, model: SummaryModel, at: Date, settleHours: number): Date | undefined {
  if (standingOf(model).isFinal) return undefined;
  const settlesAt = model.period.end.getTime() + settleHours * HOUR_MS;
  const steps = CORRECTED_AFTER_HOURS.map((hours) => dueAt.getTime() + hours * HOUR_MS);
  if (settlesAt > Math.max(...steps)) steps.push(settlesAt);
  const next = Math.min(...steps.filter((step) => step > at.getTime()));
  return new Date(Number.isFinite(next) ? next : at.getTime() + NOT_FINAL_AGAIN_MS);
}
