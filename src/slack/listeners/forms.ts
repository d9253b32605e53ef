import type { ViewOutput, ViewResponseAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { ViewsOpenResponse, ViewsUpdateArguments, WebClient } from '@slack/web-api';
import { type Translations, translationsFor } from '../../i18n/index.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { adviceView } from '../blocks/advice-view.ts';
import { FORM_CHANGED, slackErrorCode } from '../errors.ts';
import {
  answerModal,
  type Fields,
  type Form,
  readFields,
  readOrigin,
  toModal,
  withoutFields,
} from '../forms/modal.ts';
import type { PressedAction } from './bolt-listeners.ts';
import { ALREADY_SHOWN, type FormHandlers, type IncomingRequest } from './context.ts';
import { type ListenerOptions, type RouterOptions, translated } from './listener.ts';
import { isModal, type ModalTarget } from './respond.ts';

export function listenToForm<Request, T extends Translations>(
  callbackId: string,
  { read, answer, again, controls }: FormHandlers<Request, T>,
  options: ListenerOptions<T>,
): void {
  const { boltListeners, sealer, translations, now, handleRequest } = options;
  const answerTranslated = translated(answer, options);
  for (const [actionId, change] of Object.entries(controls)) listenToControl(actionId, change, options);
  boltListeners.onSubmission(callbackId, async ({ ack, body, view, context }) => {
    const from = readOrigin(view.private_metadata, sealer);
    const values = view.state?.values;
    if (!from || !values) return ack(staleForm(view, options));
    const { timeZone, about, responseUrl, replaces, channelId, threadTs } = from;
    const t = translations(from.language);
    const readBy = { t, timeZone, now: now(), about };
    const result = read(readFields(values), readBy);
    if ('errors' in result) return ack({ response_action: 'errors', errors: result.errors });
    const asked = { name: callbackId, channelId, threadTs };
    const isAnsweredHere = responseUrl === undefined;
    const loading = { text: t.asking, blocks: [] };
    return handleRequest({
      answerTo: responseUrl ?? createModalTarget({ viewId: view.id }, asked, options),
      replaces,
      ...(isAnsweredHere && again ? { again: again(result.request) } : {}),
      name: callbackId,
      requestId: context.requestId,
      userId: body.user.id,
      channelId,
      threadTs,
      ack: () =>
        isAnsweredHere
          ? ack({ response_action: 'update', view: answerModal(loading, { ...asked, t }, sealer) })
          : ack(),
      answer: (context) => answerTranslated(result.request, context),
    });
  });
}

/** Answers a form that the bot cannot read: at its first field, or in place of a form without fields. */
export function staleForm(
  { callback_id: form, state }: ViewOutput,
  { language, sealer, log }: RouterOptions,
): ViewResponseAction {
  log.warn({ form }, 'a form that cannot be read');
  const t = translationsFor(language);
  const { staleForm: advice } = t.refusals;
  const [first] = Object.keys(state?.values ?? {});
  if (first !== undefined)
    return { response_action: 'errors', errors: { [first]: `${advice.sentence} ${advice.nextStep}` } };
  const view = answerModal(adviceView(advice, t), { name: 'form', t }, sealer);
  return { response_action: 'update', view };
}

function listenToControl<T extends Translations>(
  actionId: string,
  change: (fields: Fields, t: T) => Form,
  options: ListenerOptions<T>,
): void {
  const { boltListeners, sealer, language, translations, handleOffline } = options;
  boltListeners.onAction([actionId], (pressed) => {
    const { body, context } = pressed;
    const shown = { name: actionId, replacesMessage: true };
    const { open: _, answerTo, ...target } = buttonTarget(pressed, shown, options);
    const from = body.view && readOrigin(body.view.private_metadata, sealer);
    const t = translations(from?.language ?? language);
    const show = (sent: { readonly view: ModalView; readonly hash?: string }) =>
      changeForm({ view_id: body.view?.id ?? '', ...sent }, actionId, options);
    return handleOffline({
      ...target,
      requestId: context.requestId,
      // Only a refusal takes the place of the form: a progress line would remove what the person typed.
      answerTo: !isModal(answerTo)
        ? answerTo
        : {
            respond: (refusal) => show({ view: answerTo.toModal(refusal, t, undefined) }),
            tryRespond: async () => {},
          },
      replaces: true,
      audited: 'unless_answered',
      async answer({ acts }) {
        if (!body.view) return undefined;
        if (!from) {
          acts.failed('unreadable');
          return { ephemeral: adviceView(t.refusals.staleForm, t) };
        }
        const { hash, state } = body.view;
        const values = state?.values ?? {};
        const { kept, ...origin } = from;
        const fields = { ...withoutFields(kept, Object.keys(values)), ...readFields(values) };
        await show({ hash, view: toModal({ ...change(fields, t), storedFields: fields }, origin, sealer) });
        return ALREADY_SHOWN;
      },
    });
  });
}

async function changeForm(
  changed: ViewsUpdateArguments,
  name: string,
  { formClient, log }: Pick<RouterOptions, 'formClient' | 'log'>,
): Promise<void> {
  try {
    await formClient.views.update(changed);
  } catch (error) {
    // `FORM_CHANGED`: another click changed the form first, so the form already shows that click's result.
    if (slackErrorCode(error) !== FORM_CHANGED) log.warn({ err: error, name }, 'a form did not change');
  }
}

type ModalSource = { readonly viewId: string } | { readonly triggerId: string; readonly isStacked?: boolean };

export type QuestionOrigin = Pick<IncomingRequest, 'name' | 'channelId' | 'threadTs'>;

export interface ModalOptions {
  readonly formClient: WebClient;
  readonly sealer: Sealer;
}

export function createModalTarget(
  source: ModalSource,
  question: QuestionOrigin,
  { formClient, sealer }: ModalOptions,
): ModalTarget {
  const { views } = formClient;
  let opened = 'viewId' in source ? Promise.resolve(source.viewId) : undefined;
  let last: Promise<unknown> = Promise.resolve();
  const open = (view: ModalView) => {
    if (!('triggerId' in source)) throw new Error('a modal that is there is not opened');
    const sent = { trigger_id: source.triggerId, view };
    opened = idOf(source.isStacked ? views.push(sent) : views.open(sent));
    return opened;
  };
  return {
    async show(modal) {
      const id = opened;
      // Each update of a modal waits for the previous one, so that a slow one cannot overwrite a later one.
      const shown = id
        ? last.catch(() => undefined).then(async () => views.update({ view_id: await id, view: modal }))
        : open(modal);
      last = shown;
      await shown;
    },
    toModal: (answer, t, user) => answerModal(answer, { ...question, t, user }, sealer),
  };
}

async function idOf(opening: Promise<ViewsOpenResponse>): Promise<string> {
  const id = (await opening).view?.id;
  if (id === undefined) throw new Error('Slack did not say which modal it opened');
  return id;
}

/** The answer to a button goes to its message, its modal or one on top; from the Home tab to a new modal. */
export function buttonTarget(
  { body, ack, context: { requestId } }: Pick<PressedAction, 'body' | 'ack' | 'context'>,
  { name, replacesMessage }: { readonly name: string; readonly replacesMessage: boolean },
  options: ModalOptions,
) {
  const { formClient, sealer } = options;
  const { view, trigger_id, response_url: responseUrl } = body;
  const userId = body.user.id;
  const pressed = { name, userId, ack: () => ack() };
  const open = (modal: ModalView) => formClient.views.open({ trigger_id, view: modal });
  // Without a `response_url`, as in messages of a workflow's function, the answer is a direct message.
  const answerTo = responseUrl ?? { userId, channelId: userId };
  if (!view) return { ...pressed, requestId, channelId: body.channel?.id, responseUrl, answerTo, open };
  const isHome = view.type === 'home';
  const isInPlace = replacesMessage && !isHome;
  const { channelId, threadTs } = (isHome ? undefined : readOrigin(view.private_metadata, sealer)) ?? {};
  const source = isInPlace ? { viewId: view.id } : { triggerId: trigger_id, isStacked: !isHome };
  const target = createModalTarget(source, { name, channelId, threadTs }, options);
  return {
    ...pressed,
    // Two clicks on the same version of a modal get the same request id, so the second click is ignored.
    requestId: isInPlace ? `${view.id} ${view.hash} ${name}` : requestId,
    channelId,
    threadTs,
    responseUrl: undefined,
    answerTo: { ...target, showsEffect: isHome },
    open: target.show,
  };
}
