import { incidentStatusOf } from '../../../domain/detection/events.ts';
import type { View } from '../../../slack/blocks/blocks.ts';
import { lastingViewOptions, viewOptionsFor } from '../../../slack/blocks/view-options.ts';
import type { Deps } from '../../dependencies.ts';
import { noteResult } from '../actions.ts';
import type { StatusContext } from '../locales/index.ts';
import { lookUpFor, newestOf, type StatusQuery } from '../lookup.ts';
import { statusProblemView } from '../problem/view.ts';
import { ticketView } from './view.ts';

/** Answers with a text for a help desk. It is read on other days, so it has dates instead of “today”. */
export async function answerTicket(query: StatusQuery, context: StatusContext, deps: Deps): Promise<View> {
  const { settings } = deps;
  const model = await lookUpFor('looked_up', query, context, deps);
  if ('problem' in model) return statusProblemView(model, viewOptionsFor(context, settings));
  noteResult(query, model, context, deps);
  const options = lastingViewOptions(context, settings);
  const incidentSince = await openIncidentSince(newestOf(model)?.message.operator, deps);
  return ticketView(model, { incidentSince, template: settings.ticketUrlTemplate }, options);
}

/** Begin of an open incident at the operator. A ticket is also useful without it, if the database fails. */
async function openIncidentSince(
  operator: string | undefined,
  { stores: { incidents }, runtime: { log } }: Deps,
): Promise<Date | undefined> {
  if (operator === undefined) return undefined;
  const open = await incidents.open().catch((error: unknown) => {
    log.debug({ err: error }, 'a ticket does not name incidents');
    return [];
  });
  const spans = open
    .filter(({ events }) => !incidentStatusOf(events).resolved)
    .flatMap(({ evidence }) => evidence.spans);
  return spans.find(({ subject, to }) => !to && (subject.of === 'all' || subject.operator === operator))
    ?.from;
}
