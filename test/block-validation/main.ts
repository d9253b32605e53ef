import { WebClient } from '@slack/web-api';
import { filesIn, validateFiles } from './validate.ts';

/** `npm run validate-blocks`: has Slack validate the messages and forms of `test/golden/blocks`; prints what it refuses. */
const { SLACK_BOT_TOKEN: token, SLACK_API_URL: slackApiUrl = 'https://slack.com/api/' } = process.env;
if (!token) {
  process.stderr.write('Set SLACK_BOT_TOKEN: Slack knows which blocks its workspace takes.\n');
  process.exitCode = 1;
} else {
  const refusals = await validateFiles(new WebClient(token, { slackApiUrl, timeout: 10_000 }));
  for (const { name, faults } of refusals) {
    process.stdout.write(`${name}\n${faults.map((fault) => `  ${fault}\n`).join('')}`);
  }
  process.stdout.write(`Slack refuses ${refusals.length} of ${filesIn().length}.\n`);
  process.exitCode = refusals.length > 0 ? 1 : 0;
}
