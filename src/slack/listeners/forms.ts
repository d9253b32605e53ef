import { type Translations, translationsFor } from '../../i18n/index.ts';
import { FORM_CHANGED, slackErrorCode } from '../errors.ts';
import { type Fields, type Form, readFields, readOrigin, toModal, without } from '../forms/modal.ts';
import type { FormHandlers } from './context.ts';
import { type ListenerOptions, translated } from './listener.ts';
import { createModalPlace, loadingModal } from './modal-place.ts';

/** Takes what was entered once it can be read, and changes the form as its controls say. */
export function listenToForm<Request, T extends Translations>(
  callbackId: string,
  { read, answer, again, controls }: FormHandlers<Request, T>,
  options: ListenerOptions<T>,
): void {
  const { app, sealer, language, translations, now, handleRequest } = options;
  const answerTranslated = translated(answer, options);
  for (const [actionId, change] of Object.entries(controls)) listenToControl(actionId, change, options);
  app.view({ callback_id: callbackId, type: 'view_submission' }, async ({ ack, body, view, context }) => {
    const from = readOrigin(view.private_metadata, sealer);
    if (!from) {
      const { sentence, nextStep } = translationsFor(language).refusals.staleForm;
      const [first = 'form'] = Object.keys(view.state.values);
      return ack({ response_action: 'errors', errors: { [first]: `${sentence} ${nextStep}` } });
    }
    const { timeZone, about, responseUrl, replaces, channelId, threadTs } = from;
    const t = translations(from.language);
    const readBy = { t, timeZone, now: now(), about };
    const result = read(readFields(view.state.values), readBy);
    if ('errors' in result) return ack({ response_action: 'errors', errors: result.errors });
    const place = { name: callbackId, channelId, threadTs };
    const isAnsweredHere = responseUrl === undefined;
    const loading = () => ({
      response_action: 'update' as const,
      view: loadingModal(place, t, sealer),
    });
    return handleRequest({
      answerTo: responseUrl ?? createModalPlace({ viewId: view.id }, place, options),
      replaces,
      ...(isAnsweredHere && again ? { again: again(result.request) } : {}),
      name: callbackId,
      requestId: context.requestId,
      userId: body.user.id,
      channelId,
      threadTs,
      ack: () => (isAnsweredHere ? ack(loading()) : ack()),
      answer: (asked) => answerTranslated(result.request, asked),
    });
  });
}

/** A control in a form that changes the form, such as a choice that brings another field. */
function listenToControl<T extends Translations>(
  actionId: string,
  change: (fields: Fields, t: T) => Form,
  { app, formClient, sealer, translations, isFirst, log }: ListenerOptions<T>,
): void {
  app.action({ type: 'block_actions', action_id: actionId }, async ({ ack, body, context }) => {
    await ack();
    const from = body.view && readOrigin(body.view.private_metadata, sealer);
    if (!body.view || !from || !(await isFirst(context.requestId))) return;
    const { id, hash, state } = body.view;
    const { kept, ...place } = from;
    const fields = { ...without(kept, Object.keys(state.values)), ...readFields(state.values) };
    const view = toModal({ ...change(fields, translations(from.language)), kept: fields }, place, sealer);
    try {
      await formClient.views.update({ view_id: id, hash, view });
    } catch (error) {
      // A second click was quicker: its own change is on its way.
      if (slackErrorCode(error) !== FORM_CHANGED)
        log.warn({ err: error, name: actionId }, 'a form did not change');
    }
  });
}
