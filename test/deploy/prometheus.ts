import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { unusedPort } from '../support/server.ts';

export const RULES = 'deploy/prometheus/alerts.yml';

/** Interval of scrapes and evaluations: short, so that tests see a state soon. */
const EVERY = '200ms';

const answer = z.object({ status: z.literal('success'), data: z.unknown() });
const samples = z.object({
  result: z.array(
    z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) }),
  ),
});
const rules = z.object({
  groups: z.array(
    z.object({ rules: z.array(z.object({ name: z.string(), health: z.string(), state: z.string() })) }),
  ),
});

/** A Prometheus for one test with the project's rules; alerts fire as soon as their expression is true. */
export async function startPrometheus(targets: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'sms-desk-prometheus-'));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const atOnce = readFileSync(RULES, 'utf8').replaceAll(/^ +for: \w+\n/gm, '');
  const config = {
    global: { scrape_interval: EVERY, scrape_timeout: EVERY, evaluation_interval: EVERY },
    rule_files: [file('alerts.yml', atOnce)],
    scrape_configs: [
      { job_name: 'sms-desk', static_configs: [{ targets: targets.map((url) => new URL(url).host) }] },
    ],
  };
  const port = await unusedPort();
  const prometheus = spawn(
    'prometheus',
    [
      `--config.file=${file('prometheus.yml', stringify(config))}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = once(prometheus, 'close');
  onTestFinished(async () => {
    prometheus.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const api = async (path: string, parameters: Readonly<Record<string, string>> = {}) => {
    const asked = await fetch(`http://127.0.0.1:${port}/api/v1/${path}?${new URLSearchParams(parameters)}`);
    return answer.parse(await asked.json()).data;
  };
  await expect.poll(() => api('status/runtimeinfo').catch(() => undefined)).toBeDefined();

  return {
    /** Evaluates an expression now. Returns the value of each of its samples. */
    async query(query: string): Promise<number[]> {
      const { result } = samples.parse(await api('query', { query }));
      return result.map(({ value: [, value] }) => Number(value));
    },
    /** All stored series of the bot: names and labels. */
    series: async () => JSON.stringify(await api('series', { 'match[]': '{job="sms-desk"}' })),
    /** The names of the firing alerts. */
    async firing(): Promise<string[]> {
      const found = rules.parse(await api('rules')).groups.flatMap((group) => group.rules);
      return found.filter(({ state }) => state === 'firing').map(({ name }) => name);
    },
    async rulesWithErrors(): Promise<string[]> {
      const found = rules.parse(await api('rules')).groups.flatMap((group) => group.rules);
      return found.filter(({ health }) => health !== 'ok').map(({ name }) => name);
    },
  };
}
