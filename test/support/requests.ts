import { json } from 'node:stream/consumers';
import { createSealer } from '../../src/runtime/crypto.ts';
import { type Form, toModal } from '../../src/slack/forms/modal.ts';
import { signBody } from '../../tools/fake-slack/slack-api/delivery.ts';
import { type Desk, SIGNING_SECRET } from './desk.ts';
import { serve } from './server.ts';

export const sealer = createSealer(Buffer.alloc(32, 'canary'));

export interface Sender {
  readonly person: string;
  /** Missing for a form without a channel. */
  readonly channel?: string | undefined;
  /** Time stamp of the message with the button, if it must exist. */
  readonly messageTs?: string;
}

interface BotReply {
  readonly text: string;
}

/** Sends a bot signed requests of any person. The message or form need not exist. */
export async function createRequester({ url, requestsFinished }: Desk) {
  const said: BotReply[] = [];
  const responseUrl = await serve(async (request, response) => {
    said.push((await json(request)) as BotReply);
    response.end('ok');
  });
  let sent = 0;
  const send = async (contentType: string, text: string) => {
    said.length = 0;
    const { body, headers } = signBody({ contentType, text }, SIGNING_SECRET);
    const answer = await fetch(url, { method: 'POST', body, headers });
    const acknowledged = await answer.text();
    if (answer.status !== 200) throw new Error(`the bot answered ${answer.status}`);
    await requestsFinished();
    return { acknowledged, said: [...said] };
  };
  const form = (fields: Record<string, string>) =>
    send('application/x-www-form-urlencoded', new URLSearchParams(fields).toString());
  const team = { id: 'T0LOCAL', domain: 'local' };
  const once = () => {
    sent += 1;
    return `trigger.${sent}`;
  };
  const interaction = (payload: object) => form({ payload: JSON.stringify(payload) });
  return {
    interaction,
    event: (body: object) => send('application/json', JSON.stringify(body)),
    command: ({ person, channel = 'D1' }: Sender, command: string, text: string) =>
      form({
        ...{ command, text, user_id: person, channel_id: channel, team_id: team.id },
        ...{ response_url: responseUrl, trigger_id: once() },
      }),
    press({ person, channel = 'D1', messageTs }: Sender, actionId: string, value: string, blockId = 'row') {
      const isMenu = actionId.endsWith('.more') || actionId === 'incident.snooze';
      const chosen = isMenu ? { selected_option: { value } } : { value };
      const payload = {
        type: 'block_actions',
        ...{ user: { id: person, team_id: team.id }, team, channel: { id: channel } },
        ...{ trigger_id: once(), response_url: responseUrl },
        ...(messageTs ? { message: { type: 'message', ts: messageTs } } : {}),
        actions: [
          { type: isMenu ? 'overflow' : 'button', action_id: actionId, block_id: blockId, ...chosen },
        ],
      };
      return interaction(payload);
    },
    /** Presses a button in a modal about a message that does not exist: answers come by direct message. */
    pressInModal({ person, channel, messageTs }: Sender, actionId: string, value: string) {
      const context = { channelId: channel, threadTs: messageTs, language: 'en', timeZone: 'UTC' } as const;
      const shown: Form = { callbackId: 'answer', title: '', submit: '', close: '', blocks: [] };
      const { private_metadata: metadata } = toModal(shown, { ...context, replaces: true }, sealer);
      const trigger = once();
      const payload = {
        type: 'block_actions',
        ...{ user: { id: person, team_id: team.id }, team, trigger_id: trigger },
        container: { type: 'view', view_id: trigger },
        view: {
          type: 'modal',
          id: trigger,
          hash: trigger,
          private_metadata: metadata,
          state: { values: {} },
        },
        actions: [{ type: 'button', action_id: actionId, block_id: 'row', value }],
      };
      return interaction(payload);
    },
    shortcut(
      { person, channel = 'D1', messageTs = '1795003200.000100' }: Sender,
      callbackId: string,
      text: string,
    ) {
      const payload = {
        type: 'message_action',
        callback_id: callbackId,
        ...{ user: { id: person, team_id: team.id }, team, channel: { id: channel } },
        ...{ trigger_id: once(), response_url: responseUrl, message_ts: messageTs },
        message: { type: 'message', ts: messageTs, text },
      };
      return interaction(payload);
    },
    globalShortcut({ person }: Sender, callbackId: string) {
      const of = { user: { id: person, team_id: team.id }, team, trigger_id: once() };
      return form({ payload: JSON.stringify({ type: 'shortcut', callback_id: callbackId, ...of }) });
    },
    submit(
      { person, channel }: Sender,
      callbackId: string,
      values: Readonly<Record<string, string>>,
      about?: string,
    ) {
      const shown: Form = {
        callbackId,
        title: '',
        submit: '',
        close: '',
        blocks: [],
        ...(about ? { about } : {}),
      };
      const from = {
        responseUrl,
        channelId: channel,
        language: 'en',
        timeZone: 'UTC',
        replaces: false,
      } as const;
      const { private_metadata: metadata } = toModal(shown, { ...from, about: undefined }, sealer);
      const entered = Object.entries(values).map(([id, value]) => [id, { value: { type: 'x', value } }]);
      const payload = {
        type: 'view_submission',
        ...{ user: { id: person, team_id: team.id }, team, trigger_id: once() },
        view: {
          ...{ type: 'modal', id: `V${sent}`, callback_id: callbackId, private_metadata: metadata },
          state: { values: Object.fromEntries(entered) },
        },
      };
      return interaction(payload);
    },
    /** Runs a workflow step on behalf of a person. Its result is a call of the Web API, not a response URL. */
    runStep({ person, channel }: Sender, callbackId: string, inputs: Readonly<Record<string, string>>) {
      const event = {
        type: 'function_executed',
        function: { callback_id: callbackId },
        inputs: { ...inputs, person, ...(channel === undefined ? {} : { channel }) },
        function_execution_id: once(),
      };
      const payload = { type: 'event_callback', team_id: team.id, event, event_id: once() };
      return send('application/json', JSON.stringify(payload));
    },
    /** A direct message, or a mention in a channel. The answer is a message, not a response URL. */
    async say({ person, channel = 'D1', messageTs: threadTs }: Sender, text: string) {
      const type = channel.startsWith('D') ? 'message' : 'app_mention';
      const said = type === 'message' ? text : `<@U0BOT> ${text}`;
      const ts = threadTs ?? `${Date.now()}.${once()}`;
      const event = { type, user: person, channel, text: said, ts, channel_type: 'im' };
      const payload = { type: 'event_callback', team_id: team.id, event, event_id: once() };
      return send('application/json', JSON.stringify(payload));
    },
  };
}

export type TestRequester = Awaited<ReturnType<typeof createRequester>>;
