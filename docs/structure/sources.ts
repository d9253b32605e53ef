import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';

export interface Source {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  /** Paths of imported files of the project, including imports of types and by `import()`. */
  readonly imports: readonly string[];
  /** Names of imported modules outside of the project. */
  readonly packages: readonly string[];
  /** Names that the file declares and exports; not names exported again from other files. */
  readonly exports: readonly string[];
  readonly functions: readonly FunctionSize[];
}

interface FunctionSize {
  readonly name: string;
  readonly line: number;
  readonly ownLines: number;
  readonly parameters: number;
}

/** Lists the files under a folder, tracked by git or new, without ignored and deleted files. */
export function filesUnder(folder: string): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', folder];
  const deleted = new Set(
    execFileSync('git', ['ls-files', '--deleted', folder], { encoding: 'utf8' }).split('\n'),
  );
  return execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && !deleted.has(path))
    .sort();
}

export function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

export function linesUnder(folder: string): number {
  return filesUnder(folder).reduce((lines, path) => lines + countLines(readFileSync(path, 'utf8')), 0);
}

export function readSources(...folders: readonly string[]): Source[] {
  return folders
    .flatMap(filesUnder)
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map(readSource);
}

function readSource(path: string): Source {
  const text = readFileSync(path, 'utf8');
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const ours = (specifiers: readonly string[]) => [
    ...new Set(
      specifiers
        .filter((one) => one.startsWith('.') && /\.tsx?$/.test(one))
        .map((one) => posix.join(posix.dirname(path), one)),
    ),
  ];
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map((entry) => entry.moduleRequest?.value ?? ''),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ].filter((specifier) => specifier !== '');
  return {
    path,
    text,
    lines: countLines(text),
    imports: ours(specifiers),
    packages: [...new Set(specifiers.filter((one) => !one.startsWith('.')))],
    exports: module.staticExports.flatMap(({ entries }) =>
      entries
        .filter((entry) => entry.moduleRequest === null)
        .map((entry) => entry.exportName.name ?? 'default'),
    ),
    functions: functionsIn(program, text),
  };
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

function functionsIn(program: unknown, text: string): FunctionSize[] {
  const found: FunctionSize[] = [];
  const lineAt = (offset: number) => countLines(text.slice(0, offset + 1));
  /** Returns how many lines of nested functions do not count as the surrounding function's own lines. */
  const visit = (node: Node, name: string): number => {
    let inside = 0;
    for (const [key, value] of Object.entries(node)) {
      if (key === 'parent') continue;
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) inside += visit(child, nameOf(node) ?? name);
      }
    }
    if (!FUNCTIONS.includes(node.type)) return inside;
    const lines = lineAt(node.end) - lineAt(node.start) + 1;
    const parameters = Array.isArray(node.params) ? node.params.length : 0;
    found.push({
      name: nameOf(node) ?? name,
      line: lineAt(node.start),
      ownLines: lines - inside,
      parameters,
    });
    // A nested function's lines less one: one of its lines counts for the surrounding function, too.
    return Math.max(0, lines - 1);
  };
  if (isNode(program)) visit(program, '');
  return found;
}

function nameOf(node: Node): string | undefined {
  const named = [node.id, node.key].find(isNode);
  return typeof named?.name === 'string' ? named.name : undefined;
}
