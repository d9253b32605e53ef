import { WebClient } from '@slack/web-api';
import { BLOCKS, makeBlocks } from './make.ts';
import { filesIn, validateFiles } from './validate.ts';

/**
 * `npm run validate-blocks`: creates the largest messages and forms of each kind, lets Slack validate them and prints
 * its refusals. Arguments are view tests, and limit the run to their messages and forms.
 */
const { SLACK_BOT_TOKEN: token, SLACK_API_URL: slackApiUrl = 'https://slack.com/api/' } = process.env;
if (!token) {
  process.stderr.write('Set SLACK_BOT_TOKEN: Slack knows which blocks its workspace takes.\n');
  process.exitCode = 1;
} else {
  const tests = process.argv.slice(2);
  await makeBlocks(BLOCKS, tests.length > 0 ? tests : undefined);
  const refusals = await validateFiles(new WebClient(token, { slackApiUrl, timeout: 10_000 }), BLOCKS);
  for (const { name, faults } of refusals) {
    process.stdout.write(`${name}\n${faults.map((fault) => `  ${fault}\n`).join('')}`);
  }
  process.stdout.write(`Slack refuses ${refusals.length} of ${filesIn(BLOCKS).length} in ${BLOCKS}.\n`);
  process.exitCode = refusals.length > 0 ? 1 : 0;
}
