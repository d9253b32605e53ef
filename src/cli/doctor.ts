import type { Environment } from '../config.ts';
import { createCommand, DONE, NOT_DONE } from './command.ts';
import { diagnosesText, isAllWell } from './doctor/text.ts';
import { examineEnvironment } from './examination.ts';
import { type Io, runMain } from './run-main.ts';

const USAGE = `Usage: npm run doctor -- [options]

Tries every setting and what it names: Slack, the database, Redis, the platform, the clock. Nothing is posted, sent or
kept. It takes a minute at most.

  --json  the same as JSON
  --help  this text

Exit code: 0 where nothing is wrong, 1 where something is, 2 for an option that there is not.
`;

export const main = createCommand({
  usage: USAGE,
  options: { json: { type: 'boolean', default: false } },
  undone: 'Not everything was tried',
  run: ({ json }, env, io) => examine(json, env, io),
});

async function examine(isJson: boolean, env: Environment, io: Io): Promise<number> {
  const progress = createProgress(io);
  const diagnoses = await examineEnvironment(env, { onBegun: progress.show });
  progress.clear();
  const isEverythingWell = isAllWell(diagnoses);
  io.out(
    isJson
      ? `${JSON.stringify({ isAllWell: isEverythingWell, diagnoses }, undefined, 2)}\n`
      : diagnosesText(diagnoses),
  );
  return isEverythingWell ? DONE : NOT_DONE;
}

/** A line of what is being tried, on a terminal alone. */
function createProgress({ err, isErrTerminal }: Io) {
  const print = (text: string) => {
    if (isErrTerminal) err(`\r\u001b[2K${text}`);
  };
  return {
    show: ({ group, name }: { readonly group: string; readonly name: string }) =>
      print(`Trying ${group}: ${name} …`),
    clear: () => print(''),
  };
}

// What still hangs is not waited for.
if (import.meta.main) await runMain(main, { endsAtOnce: true });
