import { WebClient } from '@slack/web-api';
import { BLOCKS, makeBlocks } from './make.ts';
import { filesIn, validateFiles } from './validate.ts';

/**
 * `npm run validate-blocks`: makes the fullest messages and forms of each kind, and has Slack validate them; prints what
 * it refuses. With the names of tests that make views, those of these tests alone.
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
