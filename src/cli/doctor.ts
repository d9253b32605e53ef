import { createCommand, DONE, NOT_DONE } from './command.ts';
import { countDiagnoses, diagnosesText } from './doctor/diagnosis.ts';
import { examineEnvironment } from './doctor/examine.ts';
import { runMain } from './run-main.ts';

const USAGE = `Usage: npm run doctor -- [options]

Goes through the steps of a start and tries what the settings name: Slack, the database, Redis, the platform, the clock.
It posts no messages and stores nothing. It takes a minute at most.
Prints what is not well; the rest is counted.

  --all   prints what is well, too
  --json  all of it as JSON, with counts
  --help  this text

Exit code: 0 where nothing is wrong, 1 where something is, 2 for an option that there is not.
`;

export const main = createCommand({
  usage: USAGE,
  options: { all: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  failureText: 'Not everything was tried',
  async run({ all, json }, env, io) {
    const showProgress = (text: string) => io.isErrTerminal && io.err(`\r\u001b[2K${text}`);
    const diagnoses = await examineEnvironment(env, {
      onStarted: ({ group, name }) => showProgress(`Trying ${group}: ${name} …`),
    });
    showProgress('');
    const counts = countDiagnoses(diagnoses);
    const isAllWell = counts.wrong === 0;
    const asJson = () => `${JSON.stringify({ isAllWell, counts, diagnoses }, undefined, 2)}\n`;
    io.out(json ? asJson() : diagnosesText(diagnoses, { listsAll: all }));
    return isAllWell ? DONE : NOT_DONE;
  },
});

// Ends the process at once, without waiting for checks that have not answered yet.
if (import.meta.main) await runMain(main, { endsAtOnce: true });
