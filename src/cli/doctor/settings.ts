import { COMMIT_VARIABLE } from '../../runtime/version.ts';
import { type Diagnosis, ok, type Result, warning, wrong } from './diagnosis.ts';

/** The environment, as far as it may be told. */
export interface EnvironmentReading {
  /** Every variable there is, in the order of `.env.example`. */
  readonly names: readonly string[];
  readonly setNames: readonly string[];
  /** What is at fault, a variable's name first: `PORT must be …`. */
  readonly faults: readonly string[];
  readonly warnings: readonly { readonly variable: string; readonly warning: string }[];
}

/** A name that begins so was probably meant for the bot. */
const OURS = /^(?:SLACK|SMS|ALLOWED|OPS|AUDIT)_/;

/** Every variable: at fault, doubtful, set or left out. Values are not told. */
export function checkSettings({ names, setNames, faults, warnings }: EnvironmentReading): Diagnosis[] {
  const resultsFor = (name: string): Result[] => {
    const ofName = faults.filter((fault) => variableOf(fault) === name);
    if (ofName.length > 0) return ofName.map((fault) => wrong(withoutName(fault, name), CORRECT));
    const doubts = warnings.filter(({ variable }) => variable === name);
    if (doubts.length > 0) return doubts.map(({ warning: doubt }) => doubtful(doubt));
    if (setNames.includes(name)) return [ok('set')];
    return [ok(setNames.includes(`${name}${IN_FILE}`) ? 'set, in a file' : 'default')];
  };
  const known = [...names, COMMIT_VARIABLE];
  const misspelt = setNames.filter((name) => OURS.test(name) && !known.includes(baseOf(name)));
  const unknown = warning('no such variable', 'compare its spelling with .env.example');
  return [
    ...names.flatMap((name) => resultsFor(name).map((result) => setting(name, result))),
    ...misspelt.map((name) => setting(name, unknown)),
  ];
}

/** The variables at fault, be it their file: nothing can be tried with their values. */
export function variablesAtFault(faults: readonly string[]): string[] {
  return faults.map(variableOf);
}

/** Why something is not tried, where one of its variables is at fault. */
export function faultOf(atFault: readonly string[], variables: readonly string[]): string | undefined {
  const name = variables.find((variable) => atFault.includes(variable));
  return name === undefined ? undefined : `${name} is at fault`;
}

const IN_FILE = '_FILE';
const CORRECT = '.env.example describes it';

/** Its name ends as those of files with a secret do. */
const LIST = 'WORKSPACES_FILE';
const baseOf = (name: string) => (name === LIST ? name : name.replace(new RegExp(`${IN_FILE}$`), ''));
const variableOf = (fault: string) => baseOf(fault.split(' ', 1).join(''));

/** Of a file the whole sentence, for its variable has another name. */
function withoutName(fault: string, name: string): string {
  return fault.startsWith(`${name} `) ? fault.slice(name.length + 1) : fault;
}

/** A doubt and what to do about it stand in one sentence, with a colon between them. */
function doubtful(sentence: string): Result {
  const [doubt = '', ...rest] = sentence.split(': ');
  return warning(doubt, rest.join(': ') || CORRECT);
}

function setting(name: string, result: Result): Diagnosis {
  return { group: 'Settings', name, ...result };
}
