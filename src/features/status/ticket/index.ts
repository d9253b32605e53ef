import type { View } from '../../../slack/blocks/blocks.ts';
import { lastingViewOptions, viewOptionsFor } from '../../../slack/blocks/view-options.ts';
import type { Deps } from '../../dependencies.ts';
import { noteResult } from '../actions.ts';
import type { StatusContext } from '../locales/index.ts';
import { lookUpFor, type StatusQuery } from '../lookup.ts';
import { statusProblemView } from '../problem/view.ts';
import { ticketView } from './view.ts';

/** Answers with a text for a help desk. It is read on other days, so it has dates instead of “today”. */
export async function answerTicket(query: StatusQuery, context: StatusContext, deps: Deps): Promise<View> {
  const { settings } = deps;
  const model = await lookUpFor('looked_up', query, context, deps);
  if ('problem' in model) return statusProblemView(model, viewOptionsFor(context, settings));
  noteResult(query, model, context, deps);
  const options = lastingViewOptions(context, settings);
  return ticketView(model, settings.ticketUrlTemplate, options);
}
