import type { View } from '../../../slack/blocks/blocks.ts';
import { viewOptionsFor } from '../../../slack/blocks/view-options.ts';
import { registerReveal } from '../../../slack/listeners/reveal.ts';
import type { Listeners } from '../../../slack/listeners/router.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import { openStatusButton, REVEAL } from '../actions.ts';
import type { StatusContext, StatusTranslations } from '../locales/index.ts';
import { lookUpFor, type StatusQuery } from '../lookup.ts';
import { statusProblemView } from '../problem/view.ts';
import { revealedView } from './view.ts';

/** The button under Details that shows a number and its texts as they are. */
export function registerStatusReveal(router: Listeners<StatusTranslations>, deps: FeatureDeps): void {
  const reveal = {
    actionId: REVEAL,
    formId: 'status.reveal.form',
    open: (value: string) => openStatusButton(deps.runtime.sealer, value),
    numbersIn: (query: StatusQuery) => (query.kind === 'number' ? [query.request.msisdn] : []),
    answer: (query: StatusQuery, context: StatusContext) => revealStatus(query, context, deps),
  };
  registerReveal(router, reveal, deps);
}

async function revealStatus(query: StatusQuery, context: StatusContext, deps: FeatureDeps): Promise<View> {
  const options = viewOptionsFor(context, deps.settings);
  const model = await lookUpFor('revealed', query, context, deps);
  if (!('problem' in model)) return revealedView(model, options);
  context.acts.failed(model.problem);
  return statusProblemView(model, options);
}
