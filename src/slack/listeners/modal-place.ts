import type { BlockAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { ViewsOpenResponse, WebClient } from '@slack/web-api';
import type { Translations } from '../../i18n/index.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { answerModal, readOrigin } from '../forms/modal.ts';
import type { IncomingRequest } from './handle-request.ts';
import type { ModalPlace } from './respond.ts';

/** A modal that is there, or one that a trigger opens, or stacks on the one it was given out in. */
type ModalSource = { readonly viewId: string } | { readonly triggerId: string; readonly isStacked?: boolean };

/** Where a question was asked: what its modal carries along, so that what is pressed in it is answered as well. */
type AskedIn = Pick<IncomingRequest, 'name' | 'channelId' | 'threadTs'>;

interface ModalOptions {
  readonly formClient: WebClient;
  readonly sealer: Sealer;
}

/** A modal that answers are shown in, one after the other. */
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
      // What comes later is shown last, though Slack were to take longer for what comes before.
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

/** What a modal says until its answer is there. */
export function loadingModal(askedIn: AskedIn, t: Translations, sealer: Sealer): ModalView {
  return answerModal({ text: t.asking, blocks: [] }, { ...askedIn, t }, sealer);
}

type Pressed = Pick<IncomingRequest, 'requestId' | 'channelId' | 'threadTs' | 'answerTo' | 'open'> & {
  /** Left out where it stands in no message. */
  readonly responseUrl?: string | undefined;
};

interface PressedButton {
  readonly name: string;
  readonly requestId: string;
  /** Whether the answer takes the place of what the button stands under. */
  readonly takesPlace: boolean;
}

/** Where a button's answer goes: to its message; in a modal, in its place or on top of it; from Home, in a modal. */
export function placeOfButton(
  body: BlockAction,
  { name, requestId, takesPlace }: PressedButton,
  options: ModalOptions,
): Pressed {
  const { formClient, sealer } = options;
  const { view, trigger_id, response_url: responseUrl } = body;
  const open = (modal: ModalView) => formClient.views.open({ trigger_id, view: modal });
  if (!view) return { requestId, channelId: body.channel?.id, responseUrl, answerTo: responseUrl, open };
  if (view.type === 'home') {
    const askedIn = { name, channelId: undefined, threadTs: undefined };
    const place = createModalPlace({ triggerId: trigger_id }, askedIn, options);
    return {
      requestId,
      channelId: undefined,
      answerTo: { ...place, showsItself: true },
      open: place.show,
    };
  }
  const { channelId, threadTs } = readOrigin(view.private_metadata, sealer) ?? {};
  const source = takesPlace ? { viewId: view.id } : { triggerId: trigger_id, isStacked: true };
  const place = createModalPlace(source, { name, channelId, threadTs }, options);
  return {
    // Pressed twice on what has not changed meanwhile, it is pressed once.
    requestId: takesPlace ? `${view.id} ${view.hash} ${name}` : requestId,
    channelId,
    threadTs,
    answerTo: place,
    open: place.show,
  };
}
