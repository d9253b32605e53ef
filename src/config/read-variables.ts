import type { z } from 'zod';
import { readSecretFiles, type SecretFiles } from './secret-files.ts';
import { type Fault, proxyNames, secretNames, variableNames } from './variables.ts';

/** Environment variables as they come: an empty one counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything at fault in the settings, by variable name and never by value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

/** `placed`: names in a wrong place, which have no other fault then. @throws ConfigError with every fault at once */
export function readVariables<Table extends z.ZodObject>(
  table: Table,
  env: Environment,
  together: (secrets: SecretFiles) => readonly Fault[] = () => [],
  placed: readonly Fault[] = [],
): z.output<Table> {
  const ofTable = secretNames.filter((name) => name in table.shape);
  const secrets = readSecretFiles(setIn(env), ofTable);
  const parsed = table.safeParse(secrets.values);
  const unfit = (parsed.error?.issues ?? []).map(({ path, message }): Fault => [path.join('.'), message]);
  // What was not read is neither unfit nor missing.
  const isUnfit = new Set(unfit.map(([name]) => name));
  const missing = together(secrets).filter(([name]) => !isUnfit.has(name));
  const isTold = new Set([...secrets.unread.keys(), ...placed.map(([name]) => name)]);
  const others = [...unfit, ...missing].filter(([name]) => !isTold.has(name));
  const sentences = sentencesOf([...secrets.unread, ...others], secrets, placed);
  if (!parsed.success || sentences.length > 0) throw new ConfigError(sentences);
  return parsed.data;
}

function setIn(env: Environment): Readonly<Record<string, string>> {
  const set: Record<string, string> = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value]] : [])),
  );
  for (const name of proxyNames) {
    const inSmallLetters = set[name.toLowerCase()];
    if (inSmallLetters !== undefined) set[name] = inSmallLetters;
  }
  return set;
}

/** In the order of the table; what stands in a file is named with it. */
function sentencesOf(
  faults: readonly Fault[],
  { read, unread }: SecretFiles,
  placed: readonly Fault[],
): string[] {
  const sourceOf = (name: string) => {
    if (unread.has(name)) return `${name}_FILE`;
    return read.has(name) ? `${name} (in ${name}_FILE)` : name;
  };
  const ofPlaces = placed.map(([name, what]) => ({ name, sentence: `${name} ${what}` }));
  const ofValues = faults.map(([name, what]) => ({ name, sentence: `${sourceOf(name)} ${what}` }));
  return [...ofPlaces, ...ofValues]
    .toSorted((a, b) => variableNames.indexOf(a.name) - variableNames.indexOf(b.name))
    .map(({ sentence }) => sentence);
}
