import type { BlockAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { ViewsOpenResponse, WebClient } from '@slack/web-api';
import { type Translations, translationsFor } from '../../i18n/index.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { FORM_CHANGED, slackErrorCode } from '../errors.ts';
import {
  answerModal,
  type Fields,
  type Form,
  readFields,
  readOrigin,
  toModal,
  without,
} from '../forms/modal.ts';
import type { FormHandlers, IncomingRequest } from './context.ts';
import { type ListenerOptions, translated } from './listener.ts';
import type { ModalPlace } from './respond.ts';

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
    const loading = { text: t.asking, blocks: [] };
    return handleRequest({
      answerTo: responseUrl ?? createModalPlace({ viewId: view.id }, place, options),
      replaces,
      ...(isAnsweredHere && again ? { again: again(result.request) } : {}),
      name: callbackId,
      requestId: context.requestId,
      userId: body.user.id,
      channelId,
      threadTs,
      ack: () =>
        isAnsweredHere
          ? ack({ response_action: 'update', view: answerModal(loading, { ...place, t }, sealer) })
          : ack(),
      answer: (asked) => answerTranslated(result.request, asked),
    });
  });
}

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
      // A second click was faster: its own change follows.
      if (slackErrorCode(error) !== FORM_CHANGED)
        log.warn({ err: error, name: actionId }, 'a form did not change');
    }
  });
}

type ModalSource = { readonly viewId: string } | { readonly triggerId: string; readonly isStacked?: boolean };

/** Place of the question; the modal stores it for its own buttons. */
export type AskedIn = Pick<IncomingRequest, 'name' | 'channelId' | 'threadTs'>;

export interface ModalOptions {
  readonly formClient: WebClient;
  readonly sealer: Sealer;
}

export function createModalPlace(
  source: ModalSource,
  askedIn: AskedIn,
  { formClient, sealer }: ModalOptions,
): ModalPlace {
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
      // In order, even if Slack takes longer for the first.
      const shown = id
        ? last.catch(() => undefined).then(async () => views.update({ view_id: await id, view: modal }))
        : open(modal);
      last = shown;
      await shown;
    },
    toModal: (answer, t, user) => answerModal(answer, { ...askedIn, t, user }, sealer),
  };
}

async function idOf(opening: Promise<ViewsOpenResponse>): Promise<string> {
  const id = (await opening).view?.id;
  if (id === undefined) throw new Error('Slack did not say which modal it opened');
  return id;
}

/** To its message; into its modal or on top of it; from Home, into a modal. */
export function placeOfButton(
  body: BlockAction,
  { name, requestId, takesPlace }: { name: string; requestId: string; takesPlace: boolean },
  options: ModalOptions,
) {
  const { formClient, sealer } = options;
  const { view, trigger_id, response_url: responseUrl } = body;
  const open = (modal: ModalView) => formClient.views.open({ trigger_id, view: modal });
  if (!view) return { requestId, channelId: body.channel?.id, responseUrl, answerTo: responseUrl, open };
  const isHome = view.type === 'home';
  const isInPlace = takesPlace && !isHome;
  const { channelId, threadTs } = (isHome ? undefined : readOrigin(view.private_metadata, sealer)) ?? {};
  const source = isInPlace ? { viewId: view.id } : { triggerId: trigger_id, isStacked: !isHome };
  const place = createModalPlace(source, { name, channelId, threadTs }, options);
  return {
    // Two clicks on the same state count as one.
    requestId: isInPlace ? `${view.id} ${view.hash} ${name}` : requestId,
    channelId,
    threadTs,
    answerTo: { ...place, showsItself: isHome },
    open: place.show,
  };
}
