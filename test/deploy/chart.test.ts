import { readFileSync } from 'node:fs';
import { Ajv, type SchemaObject } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { secretNames } from '../../src/config/variables.ts';
import { checkResource, type Resource, render, renderer, type Values } from './chart.ts';

const schema = JSON.parse(readFileSync('deploy/chart/values.schema.json', 'utf8')) as SchemaObject;
const defaults = parse(readFileSync('deploy/chart/values.yaml', 'utf8')) as Values;
const needed = { image: { repository: 'registry.example.com/sms-desk' }, existingSecret: 'desk-secret' };

describe('the chart’s values', () => {
  const isFit = new Ajv({ strictTypes: false, allErrors: true }).compile(schema);
  const faultsOf = (values: Values) => {
    isFit({ ...defaults, ...values });
    return [...new Set((isFit.errors ?? []).map(({ instancePath }) => instancePath))];
  };

  test('are all in the schema, and the defaults are valid', () => {
    expect(
      Object.keys(schema.properties)
        .filter((name) => name !== 'global')
        .sort(),
    ).toEqual(Object.keys(defaults).sort());
    expect(faultsOf(needed)).toEqual([]);
  });

  test.each<[string, Values, string]>([
    ['no image', { ...needed, image: { repository: '' } }, '/image/repository'],
    ['no secret', { ...needed, existingSecret: '' }, '/existingSecret'],
    ['replicas without a database they share', { ...needed, replicas: 2 }, '/database'],
    ['a setting that is the chart’s own', { ...needed, settings: { OPS_HOST: '127.0.0.1' } }, '/settings'],
    [
      'a number that Helm would spell its own way',
      { ...needed, settings: { SETTLE_HOURS: 72 } },
      '/settings/SETTLE_HOURS',
    ],
    [
      'an ingress for a bot that connects to Slack',
      { ...needed, slack: 'socket', ingress: { enabled: true, host: 'a.b' } },
      '/ingress/enabled',
    ],
    ['an ingress without a host', { ...needed, ingress: { enabled: true, host: '' } }, '/ingress/host'],
    [
      'a tag in the place of a digest',
      { ...needed, image: { repository: 'r', digest: '1.2.3' } },
      '/image/digest',
    ],
    [
      'several workspaces for a bot that connects to Slack',
      { ...needed, slack: 'socket', workspacesSecret: 'list', settings: { SLACK_CLIENT_ID: '1.2' } },
      '/slack',
    ],
    ['several workspaces without the app’s id', { ...needed, workspacesSecret: 'list' }, '/settings'],
    [
      'a file of workspaces that is not mounted',
      { ...needed, settings: { WORKSPACES_FILE: 'x' } },
      '/settings',
    ],
    [
      'runbooks at no address',
      { ...needed, prometheusRule: { enabled: true, runbooks: 'docs' } },
      '/prometheusRule/runbooks',
    ],
    ['a value that nothing reads', { ...needed, replicaCount: 2 }, ''],
  ])('are refused with %s', (_, values, where) => {
    expect(faultsOf(values)).toContain(where);
  });

  test('contain no secret among the settings', () => {
    const accepted = secretNames.filter(
      (name) => faultsOf({ ...needed, settings: { [name]: 'x' } }).length === 0,
    );
    expect(accepted).toEqual([]);
  });

  test('allow replicas with Postgres', () => {
    expect(faultsOf({ ...needed, replicas: 3, database: 'postgres' })).toEqual([]);
  });
});

const embedded: Values = {
  ...needed,
  slack: 'socket',
  settings: { SMS_BASE_URL: 'https://sms.example.com' },
};
const replicas: Values = {
  ...needed,
  image: { repository: 'registry.example.com/sms-desk', digest: `sha256:${'0'.repeat(64)}` },
  database: 'postgres',
  replicas: 3,
  migrate: { existingSecret: 'owner-secret', grantTo: 'sms_desk' },
  ingress: {
    enabled: true,
    host: 'sms.example.com',
    className: 'nginx',
    tlsSecret: 'tls',
    annotations: { a: 'b' },
  },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  prometheusRule: { enabled: true },
  networkPolicy: { enabled: true, opsFrom: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }] },
  certificatesConfigMap: 'company',
  workspacesSecret: 'list',
  settings: { SLACK_CLIENT_ID: '1.2' },
  imagePullSecrets: [{ name: 'pull' }],
  podLabels: { team: 'sms' },
  podAnnotations: { note: 'x' },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'spot', operator: 'Exists' }],
  affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
};

if (!renderer)
  process.stdout.write(
    'neither helm nor go with its libraries is on this machine: rendering the chart is left out\n',
  );

describe.skipIf(!renderer)('the rendered chart', () => {
  const kindsOf = (resources: readonly Resource[]) => resources.map(({ kind }) => kind).sort();
  const find = (resources: readonly Resource[], kind: string) =>
    resources.find((one) => one.kind === kind)?.spec;

  test.each([
    ['one process', embedded],
    ['replicas', replicas],
  ])('%s: has only fields that Kubernetes knows', async (_, values) => {
    for (const resource of render(values)) await checkResource(resource);
  });

  test('fails the check with a field that Kubernetes does not know', async () => {
    const [resource] = render(embedded).filter(({ kind }) => kind === 'Deployment');
    const misspelt = JSON.parse(
      JSON.stringify(resource).replace('readOnlyRootFilesystem', 'readOnlyRootFileSystem'),
    );
    await expect(checkResource(misspelt)).rejects.toThrow('readOnlyRootFileSystem');
  });

  test('one process: has its own volume, and ends before its replacement starts', () => {
    const resources = render(embedded);
    expect(kindsOf(resources)).toEqual(['Deployment', 'PersistentVolumeClaim', 'Service', 'ServiceAccount']);
    expect(find(resources, 'Deployment')).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
    expect(find(resources, 'Service')).toMatchObject({ ports: [{ name: 'ops', port: 9464 }] });
  });

  test('replicas: have database settings, a disruption budget and a migration job of the owner', () => {
    const resources = render(replicas);
    const kinds = [
      'Deployment',
      'Ingress',
      'Job',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'PrometheusRule',
      'Service',
      'ServiceAccount',
      'ServiceMonitor',
    ];
    expect(kindsOf(resources)).toEqual(kinds);
    const deployment = JSON.stringify(find(resources, 'Deployment'));
    for (const name of ['DATABASE_URL', 'REDIS_URL', 'SECRET_KEY']) {
      expect(deployment).toContain(`{"name":"desk-secret","key":"${name}"}`);
    }
    expect(deployment).toContain(`"image":"registry.example.com/sms-desk@sha256:${'0'.repeat(64)}"`);
    expect(find(resources, 'PodDisruptionBudget')).toMatchObject({ maxUnavailable: 1 });
    const job = resources.find(({ kind }) => kind === 'Job');
    expect(job?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
    expect(JSON.stringify(job)).toContain('"args":["src/cli/migrate.ts","--grant","sms_desk"]');
    expect(JSON.stringify(job)).toContain('{"name":"owner-secret","key":"DATABASE_URL"}');
    expect(JSON.stringify(job)).not.toContain('desk-secret');
  });

  test('opens the port of probes and metrics only to the given peers', () => {
    const from = [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }];
    expect(find(render(replicas), 'NetworkPolicy')).toMatchObject({
      ingress: [{ ports: [{ port: 'http' }] }, { from, ports: [{ port: 'ops' }] }],
    });
    const closed = render({ ...embedded, networkPolicy: { enabled: true } });
    expect(find(closed, 'NetworkPolicy')).toMatchObject({ policyTypes: ['Ingress'], ingress: null });
  });

  test('several workspaces: has their file and secrets mounted, and the pages for installation', () => {
    expect(find(render(replicas), 'Deployment')).toMatchObject({
      template: {
        spec: {
          containers: [
            {
              env: expect.arrayContaining([{ name: 'WORKSPACES_FILE', value: '/workspaces/workspaces.yml' }]),
              volumeMounts: expect.arrayContaining([
                { name: 'workspaces', mountPath: '/workspaces', readOnly: true },
              ]),
            },
          ],
          volumes: expect.arrayContaining([
            { name: 'workspaces', secret: { secretName: 'list', defaultMode: 0o440 } },
          ]),
        },
      },
    });
    const pathsOf = (values: Values) =>
      [...JSON.stringify(find(render(values), 'Ingress')).matchAll(/"path":"([^"]+)"/g)].map(
        ([, path]) => path,
      );
    expect(pathsOf(replicas)).toEqual(['/slack/events', '/slack/install', '/slack/oauth_redirect']);
    expect(pathsOf({ ...replicas, workspacesSecret: '' })).toEqual(['/slack/events']);
  });

  test.each([
    ['one process', embedded],
    ['replicas', replicas],
  ])('%s: runs without root on a read-only file system, with probes on the ops port', (_, values) => {
    const pods = render(values).filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
    for (const { kind, spec } of pods) {
      expect(spec).toMatchObject({
        template: {
          spec: {
            automountServiceAccountToken: false,
            securityContext: {
              runAsNonRoot: true,
              runAsUser: 65_532,
              seccompProfile: { type: 'RuntimeDefault' },
            },
            containers: [
              {
                securityContext: {
                  allowPrivilegeEscalation: false,
                  readOnlyRootFilesystem: true,
                  capabilities: { drop: ['ALL'] },
                },
                ...(kind === 'Deployment' && {
                  env: expect.arrayContaining([{ name: 'OPS_HOST', value: '0.0.0.0' }]),
                  livenessProbe: { httpGet: { path: '/healthz', port: 'ops' } },
                  readinessProbe: { httpGet: { path: '/readyz', port: 'ops' } },
                }),
              },
            ],
          },
        },
      });
    }
  });

  test('has the alert rules of deploy/prometheus', () => {
    const rules = parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8'));
    expect(find(render(replicas), 'PrometheusRule')).toEqual(rules);
    const runbooks = 'https://git.example.com/sms-desk/blob/main/';
    const linked = render({ ...replicas, prometheusRule: { enabled: true, runbooks } });
    expect(JSON.stringify(find(linked, 'PrometheusRule'))).toContain(`"${runbooks}docs/operating/alerts.md#`);
  });
});
