import type { BlockAction, RespondFn, SlackActionMiddlewareArgs } from '@slack/bolt';
import type { EnteredValue, LocalMessage, Workspace } from '../../../tools/fake-slack/workspace/workspace.ts';
import { type StartBot, startBot } from '../../support/bolt-bot.ts';

type ClickArgs = SlackActionMiddlewareArgs<BlockAction>;

/** A block with the button that `clicked` presses. */
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

/** A bot that acknowledges everything and gives tests its respond functions. */
export async function startClickingBot(slack: Workspace, start: StartBot = startBot) {
  const commands: RespondFn[] = [];
  const clicks: ClickArgs[] = [];
  const bot = await start(slack, (app) => {
    app.command('/ask', async ({ ack, respond }) => {
      // The user continues as soon as the command is acknowledged.
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
    /** Types a command as U1 in C1. Returns the function that responds to it. */
    async typed(): Promise<RespondFn> {
      await slack.command({ person: 'U1', channel: 'C1', command: '/ask', text: 'this' });
      return slack.until(() => commands.shift());
    },
    /** Presses the button, or uses another element, as U1. Returns what the bot receives. */
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
