import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';

interface Instruction {
  readonly name: string;
  /** `--from=build` → `from: 'build'` */
  readonly flags: Readonly<Record<string, string>>;
  readonly words: readonly string[];
  readonly text: string;
}

/** A stage of the Dockerfile: the instructions after a `FROM`. */
export interface Stage {
  readonly instructions: readonly Instruction[];
  all(name: string): readonly Instruction[];
  /** The JSON array of the only instruction with this name. */
  command(name: string): readonly string[];
  /** The variables of `ENV`, with the defaults of `ARG`. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The stages with steps: those that only name an image are left out. */
export function readDockerfile(path = 'deploy/Dockerfile'): Stage[] {
  const instructions = instructionsOf(readFileSync(path, 'utf8'));
  const stages: Instruction[][] = [];
  for (const one of instructions) {
    if (one.name === 'FROM') stages.push([]);
    stages.at(-1)?.push(one);
  }
  return stages.filter(({ length }) => length > 1).map(stageOf);
}

function instructionsOf(text: string): Instruction[] {
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  const whole = lines.join('\n').replaceAll(/\\\n\s*/g, ' ');
  return whole
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...rest] = line.trim().split(/\s+/);
      const flags = rest.filter((word) => word.startsWith('--') && /^[A-Z]/.test(name) && name !== 'RUN');
      const words = rest.filter((word) => !flags.includes(word));
      const pairs = flags.map((flag) => flag.slice(2).split('=', 2));
      return { name, words, flags: Object.fromEntries(pairs), text: words.join(' ') };
    });
}

function stageOf(instructions: readonly Instruction[]): Stage {
  const all = (name: string) => instructions.filter((one) => one.name === name);
  const pairs = (name: string) =>
    all(name).flatMap(({ words }) => words.map((word) => word.replaceAll('"', '').split('=', 2)));
  const defaults = Object.fromEntries(pairs('ARG')) as Record<string, string>;
  const environment = pairs('ENV').map(([name = '', value = '']) => [
    name,
    value.replace(/\$\{(\w+)\}/, (_, argument: string) => defaults[argument] ?? ''),
  ]);
  return {
    instructions,
    all,
    command: (name) => JSON.parse(all(name)[0]?.text.replace(/^CMD /, '') ?? '[]'),
    environment: Object.fromEntries(environment),
  };
}

/** Whether `.dockerignore` includes a path. The last pattern that matches it or a parent folder decides. */
export function dockerIncludes(path: string): boolean {
  const parts = path.split('/');
  const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  const patterns = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const matching = patterns.filter((pattern) =>
    above.some((one) => matchesGlob(one, pattern.replace(/^!/, ''))),
  );
  return matching.at(-1)?.startsWith('!') ?? true;
}
