import { helpView } from '../../slack/advice-view.ts';
import type { View } from '../../slack/blocks/blocks.ts';
import type { Router } from '../../slack/listeners/router.ts';
import { viewOptionsFor } from '../../slack/view-options.ts';
import type { FeatureDeps } from '../dependencies.ts';
import { createStatusButtons, openStatusButton, sendMessagesCsv, shareStatus } from './actions.ts';
import { readStatusForm, STATUS_FORM, type StatusFormRequest, statusForm, WAY_CONTROL } from './form.ts';
import { parseStatusInput } from './input.ts';
import { type StatusContext, statusTranslations } from './locales/index.ts';
import { lookUp, type StatusQuery } from './lookup.ts';
import { messageView } from './message/view.ts';
import { registerTracking } from './tracking/index.ts';
import { statusProblemView, statusView } from './view.ts';

const COMMAND = '/sms-status';

function register(app: Router, deps: FeatureDeps): void {
  const router = app.speaking(statusTranslations);
  const { settings, platform } = deps;
  const formOptions = { ...settings, hasIds: platform.sms !== undefined };

  router.command(COMMAND, async (text, context) => {
    const input = parseStatusInput(text, settings);
    if ('problem' in input) return statusProblemView(input, context.t, settings.senders);
    if (input.kind === 'help') return helpView(context.t.status.help);
    if (input.kind === 'form') return { form: statusForm({}, context.t, formOptions) };
    return answerStatus(firstPage(input), context, deps);
  });

  router.form<StatusFormRequest>(STATUS_FORM, {
    read: (fields, context) => readStatusForm(fields, context, formOptions),
    answer: (request, context) => answerStatus(firstPage(request), context, deps),
    controls: { [WAY_CONTROL]: (fields, t) => statusForm(fields, t, formOptions) },
  });

  for (const id of ['status.newer', 'status.older', 'status.refresh']) {
    router.sealedButton(id, openStatusButton, (query, context) => answerStatus(query, context, deps));
  }
  router.sealedButton('status.share', openStatusButton, async (query, context) => ({
    ephemeral: await shareStatus(query, context, deps),
  }));
  router.sealedButton('status.csv', openStatusButton, async (query, context) =>
    query.kind === 'number' ? { ephemeral: await sendMessagesCsv(query, context, deps) } : undefined,
  );
  registerTracking(router.offline, deps);
}

function firstPage(input: StatusFormRequest): StatusQuery {
  return input.kind === 'number' ? { ...input, page: 0 } : input;
}

async function answerStatus(query: StatusQuery, context: StatusContext, deps: FeatureDeps): Promise<View> {
  const { settings, runtime } = deps;
  const model = await lookUp(query, context, deps);
  if ('problem' in model) return statusProblemView(model, context.t, settings.senders);
  const options = viewOptionsFor(context, settings);
  const buttons = createStatusButtons(runtime.sealer, context.channelId);
  return 'verdict' in model ? statusView(model, options, buttons) : messageView(model, options, buttons);
}

/** `/sms-status`: what happened to a number's messages or to one message, and the buttons under the answer. */
export const status = {
  commands: [COMMAND],
  // The last three only find the bot's own news again, so that none is told twice.
  scopes: ['commands', 'chat:write', 'files:write', 'im:history', 'im:write', 'metadata.message:read'],
  register,
} as const;
