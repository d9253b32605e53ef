import { App, LogLevel } from '@slack/bolt';
import got from 'got';
import PQueue from 'p-queue';

/**
 * A minimal app for `/sms-status`: it acknowledges, sends the platform the same request, two at a time, and answers
 * with the number of messages. It has no access checks and no verdict. Its Home is fixed.
 */
const {
  SLACK_BOT_TOKEN = '',
  SLACK_SIGNING_SECRET = '',
  SLACK_API_URL = '',
  SMS_BASE_URL = '',
} = process.env;

const app = new App({
  token: SLACK_BOT_TOKEN,
  signingSecret: SLACK_SIGNING_SECRET,
  clientOptions: { slackApiUrl: SLACK_API_URL },
  logLevel: LogLevel.ERROR,
});
const queue = new PQueue({ concurrency: 2 });

app.command('/sms-status', async ({ command, ack, respond }) => {
  await ack();
  try {
    const { data } = await queue.add(() => messagesTo(command.text.replaceAll(/\D/g, '')));
    await respond(`${data.length} messages`);
  } catch (error) {
    await respond(`It failed: ${error}`);
  }
});

app.event('app_home_opened', async ({ event, client }) => {
  const blocks = [
    { type: 'section', text: { type: 'mrkdwn', text: '*SMS*\nLook up a number with /sms-status.' } },
  ];
  await client.views.publish({ user_id: event.user, view: { type: 'home', blocks } });
});

async function messagesTo(msisdn: string): Promise<{ readonly data: readonly unknown[] }> {
  const day = (ageDays: number) => new Date(Date.now() - ageDays * 86_400_000).toISOString().slice(0, 10);
  return await got
    .post(`${SMS_BASE_URL}/report_mt`, {
      headers: { authorization: 'Bearer bench-token' },
      json: { desde: day(3), hasta: day(-1), tokenws: 'bench-report-token', msisdn },
    })
    .json();
}

const server = await app.start(0);
const address = server.address();
process.stdout.write(`listening on ${typeof address === 'object' ? address?.port : address}\n`);
