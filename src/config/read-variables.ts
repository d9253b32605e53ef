import type { z } from 'zod';
import { readSecretFiles, type SecretFiles } from './secret-files.ts';
import { type Fault, proxyNames, secretNames, variableNames } from './variables.ts';

/** Environment variables by name; an empty value counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Lists all faults in the settings by variable name, without values, because values may be secret. */
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

/** For a variable in `misplaced`, reports only the fault there. @throws ConfigError that lists all faults */
export function readVariables<Table extends z.ZodObject>(
  table: Table,
  env: Environment,
  together: (secrets: SecretFiles) => readonly Fault[] = () => [],
  misplaced: readonly Fault[] = [],
): z.output<Table> {
  const ofTable = secretNames.filter((name) => name in table.shape);
  const secrets = readSecretFiles(nonEmptyVariables(env), ofTable);
  const parsed = table.safeParse(secrets.values);
  const invalid = (parsed.error?.issues ?? []).map(({ path, message }): Fault => [path.join('.'), message]);
  const isInvalid = new Set(invalid.map(([name]) => name));
  const missing = together(secrets).filter(([name]) => !isInvalid.has(name));
  const isReported = new Set([...secrets.unread.keys(), ...misplaced.map(([name]) => name)]);
  const others = [...invalid, ...missing].filter(([name]) => !isReported.has(name));
  const sentences = faultSentences([...secrets.unread, ...others], secrets, misplaced);
  if (!parsed.success || sentences.length > 0) throw new ConfigError(sentences);
  return parsed.data;
}

function nonEmptyVariables(env: Environment): Readonly<Record<string, string>> {
  const set: Record<string, string> = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value]] : [])),
  );
  for (const name of proxyNames) {
    const lowerCase = set[name.toLowerCase()];
    if (lowerCase !== undefined) set[name] = lowerCase;
  }
  return set;
}

/** Returns a sentence for each fault, sorted like `variables`; `NAME_FILE` is named if it has the value. */
function faultSentences(
  faults: readonly Fault[],
  { read, unread }: SecretFiles,
  misplaced: readonly Fault[],
): string[] {
  const sourceOf = (name: string) => {
    if (unread.has(name)) return `${name}_FILE`;
    return read.has(name) ? `${name} (in ${name}_FILE)` : name;
  };
  const ofPlaces = misplaced.map(([name, what]) => ({ name, sentence: `${name} ${what}` }));
  const ofValues = faults.map(([name, what]) => ({ name, sentence: `${sourceOf(name)} ${what}` }));
  return [...ofPlaces, ...ofValues]
    .toSorted((a, b) => variableNames.indexOf(a.name) - variableNames.indexOf(b.name))
    .map(({ sentence }) => sentence);
}
