import { type ShareKind, shareAnswer } from '../../../posting/shared-answer.ts';
import type { View } from '../../../slack/blocks/blocks.ts';
import { channelViewOptions, viewOptionsFor } from '../../../slack/blocks/view-options.ts';
import { writtenTo } from '../../../slack/listeners/mentions.ts';
import {
  type IncidentContext,
  type IncidentTranslations,
  type IncidentView,
  incidentTranslations,
} from '../locales/index.ts';
import type { IncidentDeps } from '../model.ts';
import { runCheck } from './check.ts';
import { ALL_OPERATORS, operatorFromValue, operatorValue } from './input.ts';
import { noSuchOperatorView, sharedCheckView, wholeCheckView } from './view.ts';

/** A check of now, of all operators or of one. `seal` makes the value of a button that types the command. */
export function createCheckShare(
  deps: IncidentDeps,
  seal: (text: string) => string,
): ShareKind<IncidentTranslations> {
  return {
    name: 'check',
    act: 'checked',
    translations: incidentTranslations,
    async make(asked, { act, context, sharedBy }) {
      const operator = operatorFromValue(asked);
      if (operator === undefined && asked !== ALL_OPERATORS) return undefined;
      context.acts.note(act);
      const { user, now, channelId } = context;
      const isAnew = act === 'refreshed';
      const model = await runCheck(deps, { operator, now, channelId, isAnew, userId: user.id });
      if ('problem' in model) {
        const write = sharedBy === undefined ? (words: string) => writtenTo(channelId, words) : undefined;
        return {
          instead: (reader) => noSuchOperatorView(model, viewOptionsFor(reader, deps.settings), seal, write),
        };
      }
      const options: IncidentView = channelViewOptions(context, deps.settings);
      const made = { asked, numbers: [], posted: context.t.check.shared };
      if (sharedBy === undefined) return { ...made, shared: wholeCheckView(model, options) };
      return { ...made, ...sharedCheckView(model, options, sharedBy) };
    },
  };
}

/** What stands for an operator, or for all of them, in what is shared and under it. */
export function sharedValue(operator: string | undefined): string {
  return operator === undefined ? ALL_OPERATORS : operatorValue(operator);
}

/** `isConfirmed`: also where people of another organisation read it. */
export function shareCheck(
  { operator, isConfirmed }: { readonly operator: string | undefined; readonly isConfirmed: boolean },
  kind: ShareKind<IncidentTranslations>,
  context: IncidentContext,
  deps: IncidentDeps,
): Promise<View> {
  const asked = sharedValue(operator);
  const { channelId } = context;
  return shareAnswer(kind, { asked, channelId, confirming: asked, isConfirmed }, context, deps);
}
