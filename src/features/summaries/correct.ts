import type { Again } from '../../jobs/index.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import type { Summary } from '../../store/posting/summaries.ts';
import { addDetails, FIRST_CORRECTION_MS } from './details.ts';
import { CLOSED_AGAIN_MS, editPosted } from './edit-posted.ts';
import { type SummaryModel, standingOf } from './model.ts';
import { FILL_AGAIN_MS, type PublishSummaryDeps, placeOf, readFor, viewOptions } from './publish.ts';
import { summaryView } from './view.ts';

/** What could not be read or changed for so long stays as it is. */
const GIVEN_UP_AFTER_MS = 14 * DAY_MS;

/** Brings a summary that stands in its channel up to date: in place, without a new post. */
export async function correct(
  summary: Summary,
  deps: PublishSummaryDeps,
  signal: AbortSignal,
): Promise<undefined | Again> {
  const { now, summaries, access, log } = deps;
  const { id, channel } = summary;
  const at = now();
  const end = () => summaries.progress(id, { state: 'ended' }).then(() => undefined);
  if (at.getTime() > summary.dueAt.getTime() + GIVEN_UP_AFTER_MS) {
    log.warn({ summary: id, channel }, 'a summary is no longer corrected: it could not be for two weeks');
    return end();
  }
  // Figures that may not be shown there stay as they are; the setting may change again.
  if (!access.allowsChannel(channel)) return { again: new Date(at.getTime() + CLOSED_AGAIN_MS) };
  const read = await readFor(summary, deps, signal);
  if ('failure' in read) return { again: new Date(at.getTime() + FILL_AGAIN_MS) };

  const { model } = read;
  const { isLate, dueAt } = summary;
  const view = summaryView(model, {
    ...viewOptions(summary, deps),
    ...correctedRate(summary, { model, at }, deps),
    ...(isLate ? { late: { dueAt } } : {}),
  });
  const brought = await editPosted(placeOf(summary), { view, at }, deps);
  if (brought === 'gone') return end();
  if (brought !== 'done') {
    if ('again' in brought) return brought;
    throw new Error(`Slack refused the correction of a summary: ${brought.refused}`);
  }
  if (summary.state === 'unreadable') {
    // The first figures of a post that had none are nothing to be corrected.
    const { deliveryRate } = standingOf(model);
    const firstRate = deliveryRate === undefined ? {} : { firstRate: deliveryRate };
    await summaries.progress(id, { state: 'posted', stepAt: at, ...firstRate });
  }
  return addDetails(summary, { model, at }, deps, signal);
}

/** The rate that is corrected. On the day itself that it is as before is no news to anybody. */
function correctedRate(
  summary: Summary,
  { model, at }: { readonly model: SummaryModel; readonly at: Date },
  deps: PublishSummaryDeps,
): { firstRate?: number } {
  const { firstRate, dueAt } = summary;
  if (firstRate === undefined) return {};
  const { formatter } = viewOptions(summary, deps);
  const { deliveryRate } = standingOf(model);
  const isSame =
    deliveryRate !== undefined && formatter.percent(deliveryRate) === formatter.percent(firstRate);
  return isSame && at.getTime() < dueAt.getTime() + FIRST_CORRECTION_MS ? {} : { firstRate };
}
