import type { BlockAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { ViewsOpenResponse, WebClient } from '@slack/web-api';
import type { Translations } from '../../i18n/index.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { answerModal, readOrigin } from '../forms/modal.ts';
import type { IncomingRequest } from './handle-request.ts';
import type { Homes } from './home.ts';
import type { ModalPlace } from './respond.ts';

/** Where a modal comes from: one that is there is changed, another opened with the first thing that it shows. */
type ModalSource = { readonly viewId: string } | { readonly open: OpenModal };

type OpenModal = (view: ModalView) => Promise<ViewsOpenResponse>;

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
  let opened = 'viewId' in source ? Promise.resolve(source.viewId) : undefined;
  let last: Promise<unknown> = Promise.resolve();
  const open = (modal: ModalView) => {
    if (!('open' in source)) throw new Error('a modal that is there is not opened');
    opened = idOf(source.open(modal));
    return opened;
  };
  return {
    async show(modal) {
      const id = opened;
      // What comes later is shown last, though Slack were to take longer for what comes before.
      const shown = id
        ? last
            .catch(() => undefined)
            .then(async () => formClient.views.update({ view_id: await id, view: modal }))
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

/** Where a button's answer goes: in a modal, in its place or on top of it; from elsewhere, as `homes` says. */
export function placeOfButton(
  body: BlockAction,
  { name, requestId, takesPlace }: PressedButton,
  options: ModalOptions & { readonly homes: Homes },
): Pressed {
  const { formClient, sealer, homes } = options;
  const { view, trigger_id, response_url: responseUrl } = body;
  if (view?.type !== 'modal') {
    const open = (modal: ModalView) => formClient.views.open({ trigger_id, view: modal });
    const answerTo = homes.answerTo(body, requestId);
    return { requestId, channelId: body.channel?.id, responseUrl, answerTo, open };
  }
  const { channelId, threadTs } = readOrigin(view.private_metadata, sealer) ?? {};
  const source = takesPlace
    ? { viewId: view.id }
    : { open: (modal: ModalView) => formClient.views.push({ trigger_id, view: modal }) };
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
