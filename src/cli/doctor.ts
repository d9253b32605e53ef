import { diagnosesText, isAllWell } from '../ops/doctor/text.ts';
import { NOT_DONE, print, runCommand } from './command.ts';
import { examineEnvironment } from './examination.ts';

const USAGE = `Usage: npm run doctor -- [options]

Tries every setting and what it names: Slack, the database, Redis, the platform, the clock. Nothing is posted, sent or
kept. It takes a minute at most.

  --json  the same as JSON
  --help  this text

Exit code: 0 where nothing is wrong, 1 where something is, 2 for an option that there is not.
`;

await runCommand({
  usage: USAGE,
  options: { json: { type: 'boolean', default: false } },
  undone: 'Not everything was tried',
  run: ({ json }) => examine(json),
});
// What still hangs is not waited for.
process.exit();

async function examine(isJson: boolean): Promise<void> {
  const progress = createProgress();
  const diagnoses = await examineEnvironment(process.env, { onBegun: progress.show });
  progress.clear();
  const isEverythingWell = isAllWell(diagnoses);
  if (!isEverythingWell) process.exitCode = NOT_DONE;
  await print(
    isJson
      ? `${JSON.stringify({ isAllWell: isEverythingWell, diagnoses }, undefined, 2)}\n`
      : diagnosesText(diagnoses),
  );
}

/** A line of what is being tried, on a terminal alone. */
function createProgress() {
  const { stderr } = process;
  const print = (text: string) => {
    if (stderr.isTTY) stderr.write(`\r\u001b[2K${text}`);
  };
  return {
    show: ({ group, name }: { readonly group: string; readonly name: string }) =>
      print(`Trying ${group}: ${name} …`),
    clear: () => print(''),
  };
}
