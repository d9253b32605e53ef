import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readDockerfile } from './dockerfile.ts';
import { importTool } from './tools.ts';

interface Problem {
  readonly message: string;
}
interface Linter {
  validate(text: string): readonly Problem[];
}

describe('deploy/Dockerfile', () => {
  const text = readFileSync('deploy/Dockerfile', 'utf8');
  const [build, final] = readDockerfile();

  test('has no linter problems', async () => {
    const { validate } = await importTool<Linter>('dockerfile-utils');
    expect(validate('FROM scratch\nCOPYY a b\n')).not.toEqual([]);
    expect(validate(text).map(({ message }) => message)).toEqual([]);
  });

  test('uses images with a digest, and the Node version of the tests', () => {
    const named = [...text.matchAll(/^FROM (?:--platform=\S+ )?([^\s$]+) AS (\S+)$/gm)];
    const images = named.map(([, image = '']) => image);
    const stages = [...text.matchAll(/^ARG \w+_IMAGE=(.*)$/gm)].map(([, stage]) => stage);
    expect(named.map(([, , stage]) => stage)).toEqual(stages);
    expect(images.filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
    const major = process.versions.node.split('.')[0];
    expect(images).toEqual([
      expect.stringContaining(`/node:${major}.`),
      expect.stringContaining(`/nodejs${major}-debian13:nonroot@`),
    ]);
  });

  test('runs without root, with Node as its only program', () => {
    expect(final?.all('USER').map(({ text: who }) => who)).toEqual(['65532:65532']);
    expect(final?.command('ENTRYPOINT')).toEqual(['/nodejs/bin/node']);
    expect(final?.all('RUN')).toEqual([]);
    expect(build?.all('RUN').map(({ text: command }) => command)[0]).toContain(
      'npm ci --omit=dev --ignore-scripts',
    );
  });

  test('starts the bot like npm start, without a file of settings', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    const started = `exec node ${final?.command('CMD').join(' ')}`;
    expect(scripts.start?.replace('--env-file-if-exists=.env ', '')).toBe(started);
  });

  test('has the same version as the package and the chart', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(text).toContain(`ARG VERSION=${version}\n`);
    expect(readFileSync('deploy/chart/Chart.yaml', 'utf8')).toContain(`appVersion: ${version}\n`);
  });
});
