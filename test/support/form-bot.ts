import type { App, BlockAction, ViewResponseAction, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { LocalView, Workspace } from '../../tools/fake-slack/workspace/workspace.ts';
import { type StartBot, startBot } from './bolt-bot.ts';

const plain = (text: string) => ({ type: 'plain_text', text }) as const;
const options = (...values: string[]) => values.map((value) => ({ text: plain(value.toUpperCase()), value }));

/** A modal with a required and an optional field. */
export function form(change: Partial<ModalView> = {}): ModalView {
  return {
    type: 'modal',
    callback_id: 'form',
    title: plain('Ask'),
    submit: plain('Send'),
    private_metadata: 'kept',
    blocks: [
      {
        type: 'input',
        block_id: 'number',
        label: plain('Number'),
        element: { type: 'plain_text_input', action_id: 'text', max_length: 8 },
      },
      {
        type: 'input',
        block_id: 'day',
        optional: true,
        label: plain('Day'),
        element: { type: 'datepicker', action_id: 'date', initial_date: '2026-11-18' },
      },
    ],
    ...change,
  };
}

export function everyField(): ModalView {
  const input = (block_id: string, element: object) =>
    ({ type: 'input', block_id, optional: true, label: plain(block_id), element }) as const;
  return form({
    blocks: [
      input('text', { type: 'plain_text_input', action_id: 'a', initial_value: 'first' }),
      input('menu', { type: 'static_select', action_id: 'a', options: options('x', 'y') }),
      input('radio', {
        type: 'radio_buttons',
        action_id: 'a',
        options: options('x', 'y'),
        initial_option: options('x')[0],
      }),
      input('date', { type: 'datepicker', action_id: 'a' }),
      input('time', { type: 'timepicker', action_id: 'a' }),
      input('anywhere', { type: 'conversations_select', action_id: 'a' }),
      {
        type: 'actions',
        block_id: 'order',
        elements: [{ type: 'static_select', action_id: 'sort', options: options('up', 'down') }],
      },
      {
        type: 'actions',
        block_id: 'actions',
        elements: [{ type: 'button', action_id: 'more', text: plain('More'), value: '2' }],
      },
    ],
  });
}

/** A bot that opens a modal on `/ask` and acknowledges submissions with the given answers, in order; then closes it. */
export async function formBot(slack: Workspace, view: ModalView = form(), start: StartBot = startBot) {
  const submissions: ViewSubmitAction[] = [];
  const actions: BlockAction[] = [];
  const answers: ViewResponseAction[] = [];
  const bot = await start(slack, (app: App) => {
    app.command('/ask', ({ ack }) => ack());
    app.view<ViewSubmitAction>({ callback_id: /./, type: 'view_submission' }, async ({ ack, body }) => {
      submissions.push(body);
      const answer = answers.shift();
      await (answer === undefined ? ack() : ack(answer));
    });
    app.action<BlockAction>({ type: 'block_actions' }, async ({ ack, body }) => {
      // Record first: the test continues at the acknowledgement.
      actions.push(body);
      await ack();
    });
  });
  const { views } = bot.app.client;
  return {
    ...bot,
    views,
    submissions,
    actions,
    answer: (action: ViewResponseAction) => void answers.push(action),
    /** A trigger of a command typed in channel C1, whether or not the bot acknowledges in time. */
    async trigger(): Promise<string> {
      const triggers: string[] = [];
      const stop = slack.onExchange(({ request }) => {
        if (isTrigger(request)) triggers.push(request.trigger_id);
      });
      await slack.command({ person: 'U1', channel: 'C1', command: '/ask', text: '' });
      stop();
      return triggers.pop() ?? '';
    },
    async open(opened: ModalView = view): Promise<LocalView> {
      await views.open({ trigger_id: await this.trigger(), view: opened });
      return shown(slack);
    },
  };
}

function isTrigger(request: unknown): request is { readonly trigger_id: string } {
  return typeof request === 'object' && request !== null && 'trigger_id' in request;
}

export function shown(slack: Workspace): LocalView {
  const view = slack.modal('U1');
  if (view === undefined) throw new Error('No modal is open');
  return view;
}
