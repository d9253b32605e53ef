import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { type RunningProcess, startProgram } from '../support/process.ts';
import { dockerIncludes, readDockerfile, type Stage } from './dockerfile.ts';

const NONROOT = 65_532;
const NODE = '/nodejs/bin/node';

/** The contents of the image, built in a folder by the Dockerfile's steps, with Node and its libraries. */
export interface Image {
  readonly root: string;
  /** Files of the project, as paths below `/app`, without packages. */
  readonly files: readonly string[];
  readonly megabytes: number;
  readonly stage: Stage;
  /**
   * Starts Node as the image does: only the files of the image are visible, only `/data` can be written,
   * and the account is not root.
   */
  start(args: readonly string[], settings?: Readonly<Record<string, string>>): RunningProcess;
}

export function buildImage(): Image {
  const place = mkdtempSync(join(tmpdir(), 'sms-desk-image-'));
  afterAll(() => rmSync(place, { recursive: true, force: true }));
  const [build, final] = readDockerfile();
  if (!build || !final) throw new Error('deploy/Dockerfile has no two stages');
  const stages = { build: join(place, 'build'), final: join(place, 'final') };
  runSteps(build, stages.build, stages);
  runSteps(final, stages.final, stages);
  addRuntime(stages.final);
  return {
    root: stages.final,
    files: globSync('app/**', { cwd: stages.final, exclude: ['app/node_modules'], withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(stages.final, 'app/').length)),
    megabytes: Number(
      execFileSync('du', ['-sm', join(stages.final, 'app')], { encoding: 'utf8' }).split('\t')[0],
    ),
    stage: final,
    start: (args, settings = {}) =>
      startProgram('unshare', ['--mount', 'sh', '-c', ENTER, 'sh', stages.final, process.execPath, ...args], {
        PATH: process.env.PATH ?? '',
        ...final.environment,
        ...settings,
      }),
  };
}

/** Uses separate name spaces, so that all mounts end with the process; `exec` lets Node get the signals. */
const ENTER = `set -e
root=$1 node=$2; shift 2
mount --bind "$root" "$root"
mount --bind "$root/data" "$root/data"
mount --bind "$node" "$root${NODE}"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,bind,ro "$root"
exec unshare --root="$root" --wd=/app --setgid=${NONROOT} --setuid=${NONROOT} ${NODE} "$@"`;

function runSteps(stage: Stage, root: string, stages: Readonly<Record<string, string>>): void {
  const folder = join(root, 'app');
  mkdirSync(folder, { recursive: true });
  for (const { name, words, flags, text } of stage.instructions) {
    if (name === 'RUN') execFileSync('sh', ['-c', text], { cwd: folder, stdio: 'pipe' });
    if (name !== 'COPY') continue;
    const target = words.at(-1) ?? '';
    for (const source of words.slice(0, -1)) {
      const from = flags.from ? join(stages[flags.from] ?? '', source) : source;
      const isFolder = lstatSync(from).isDirectory();
      const to = target.startsWith('/') ? join(root, target) : join(folder, target, isFolder ? '' : source);
      mkdirSync(dirname(to), { recursive: true });
      // Of the project, the builder gets only what `.dockerignore` includes.
      cpSync(from, to, {
        recursive: true,
        filter: (path) => flags.from !== undefined || dockerIncludes(path),
      });
      if (flags.chown) chownSync(to, NONROOT, NONROOT);
      if (flags.chmod) chmodSync(to, Number.parseInt(flags.chmod, 8));
    }
  }
}

/** Adds the parts of the base image: Node's path, its libraries, the account and folders for mounts. */
function addRuntime(root: string): void {
  for (const folder of ['proc', 'dev', 'tmp', 'etc', dirname(NODE)])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, NODE), '');
  writeFileSync(
    join(root, 'etc/passwd'),
    `nonroot:x:${NONROOT}:${NONROOT}:nonroot:/home/nonroot:/sbin/nologin\n`,
  );
  const libraries =
    execFileSync('ldd', [process.execPath], { encoding: 'utf8' }).match(/\/\S+\.so\S*/g) ?? [];
  for (const library of libraries)
    cpSync(library, join(root, library), { dereference: true, recursive: true });
  chmodSync(join(root, 'tmp'), 0o1777);
}
