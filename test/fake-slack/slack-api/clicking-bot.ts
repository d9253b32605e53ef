import type { BlockAction, RespondFn, SlackActionMiddlewareArgs } from '@slack/bolt';
import type { EnteredValue, LocalMessage, Workspace } from '../../../tools/fake-slack/workspace/workspace.ts';
import { type StartBot, startBot } from '../../support/bolt-bot.ts';

type ClickArgs = SlackActionMiddlewareArgs<BlockAction>;

/** A block with the button the bot's `clicked` presses. */
export const PAGING = {
  type: 'actions',
  block_id: 'paging',
  elements: [
    {
      type: 'button',
      action_id: 'older',
      value: 'page-2',
      style: 'primary',
      text: { type: 'plain_text', text: 'Older' },
    },
  ],
};

/** A bot that acknowledges everything and hands out what it could respond with. */
export async function clickingBot(slack: Workspace, start: StartBot = startBot) {
  const commands: RespondFn[] = [];
  const clicks: ClickArgs[] = [];
  const bot = await start(slack, (app) => {
    app.command('/ask', async ({ ack, respond }) => {
      // Whoever typed goes on as soon as it is acknowledged.
      commands.push(respond);
      await ack();
    });
    app.action<BlockAction>({ type: 'block_actions' }, async (args) => {
      clicks.push(args);
      await args.ack();
    });
  });
  return {
    ...bot,
    /** What person U1 typed in channel C1 can be answered with. */
    async typed(): Promise<RespondFn> {
      await slack.command({ person: 'U1', channel: 'C1', command: '/ask', text: 'this' });
      return slack.until(() => commands.shift());
    },
    /** What the bot is told when person U1 presses the button, or uses another element. */
    async clicked(
      message: LocalMessage | undefined,
      actionId = 'older',
      value?: EnteredValue,
    ): Promise<ClickArgs> {
      if (message === undefined) throw new Error('There is no message to click in');
      await slack.click({ person: 'U1', message, actionId, ...(value === undefined ? {} : { value }) });
      return slack.until(() => clicks.shift());
    },
  };
}
