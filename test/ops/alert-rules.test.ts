import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createPrometheus } from '../../src/ops/metrics.ts';

const RULES = 'deploy/prometheus/alerts.yml';
const RULE_TESTS = 'deploy/prometheus/alerts.test.yml';
const DASHBOARD = 'deploy/grafana/dashboard.json';

const alert = z.object({
  alert: z.string().startsWith('SmsDesk'),
  labels: z.object({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.object({ summary: z.string(), description: z.string(), runbook: z.string() }),
});
const rules = z.object({ groups: z.array(z.object({ rules: z.array(alert) })) });

const read = (path: string) => readFileSync(path, 'utf8');
const alerts = rules.parse(parse(read(RULES))).groups.flatMap((group) => group.rules);

describe.each(alerts)('$alert', ({ alert: name, annotations }) => {
  test('links to its section in the documentation', () => {
    const [document = '', anchor] = annotations.runbook.split('#');
    const headings = read(document).match(/^#+ .*$/gm) ?? [];
    expect(anchor).toBe(name.toLowerCase());
    expect(headings).toContain(`### ${name}`);
  });

  test('has a test', () => {
    expect(read(RULE_TESTS)).toContain(`alertname="${name}"`);
  });
});

test('the documentation explains exactly the existing alerts', () => {
  const explained = read('docs/operating/alerts.md').match(/^### SmsDesk\w+$/gm) ?? [];
  expect(explained.map((heading) => heading.slice('### '.length)).toSorted()).toEqual(
    alerts.map(({ alert: name }) => name).toSorted(),
  );
});

test.each([RULES, RULE_TESTS, DASHBOARD])('%s uses only metrics that the bot exports', async (path) => {
  const { exposition } = await createPrometheus({ version: '1', commit: 'unknown' });
  const text = await exposition({
    isReady: true,
    parts: {},
    openCircuits: {},
    backlog: 0,
    connections: undefined,
    work: undefined,
    workspaces: { T1: 'running' },
  });
  const exported = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
  const named = read(path).match(/\b(?:sms_desk|nodejs|process)_\w+/g) ?? [];
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !exported.has(name))).toEqual([]);
});

const panel = z.object({
  id: z.int().positive(),
  title: z.string().min(1),
  type: z.enum(['stat', 'timeseries']),
  gridPos: z.object({ x: z.int(), y: z.int(), w: z.int().positive(), h: z.int().positive() }),
  datasource: z.object({ type: z.literal('prometheus'), uid: z.string().regex(/^\$\{source\}$/) }),
  targets: z.array(z.object({ refId: z.string(), expr: z.string().includes('job=~"$job"') })).min(1),
});

test('the dashboard has panels with distinct ids and positions', () => {
  const { panels } = z.object({ panels: z.array(panel) }).parse(JSON.parse(read(DASHBOARD)));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const places = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => [x + (index % w), y + Math.floor(index / w)] as const),
  );
  expect(places.filter(([column]) => column < 0 || column >= 24)).toEqual([]);
  expect(new Set(places.map((place) => place.join())).size).toBe(places.length);
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(expressions).toContainEqual(expect.stringContaining('sms_desk_workspace_state'));
  for (const { targets } of panels)
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
});
