import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { temporaryDirectory } from '../support/store.ts';
import { importTool } from './tools.ts';

/** A Kubernetes resource, with the fields that tests use. */
export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
}

export type Values = Readonly<Record<string, unknown>>;

const CHART = 'deploy/chart';
/** Where Debian's packages of Go's libraries are. */
const LIBRARIES = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode' };

const hasLibraries = ['github.com/Masterminds/sprig', 'gopkg.in/yaml.v3'].every((name) =>
  existsSync(join(LIBRARIES.GOPATH, 'src', name)),
);

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** The program that renders the chart here: Helm, or `render-chart`, which has a few of Helm's functions. */
export const renderer = has('helm') ? 'helm' : has('go') && hasLibraries ? 'go' : undefined;

/** Renders the chart with these values. @throws with the renderer's message */
export function render(values: Values): Resource[] {
  const file = join(temporaryDirectory(), 'values.yaml');
  writeFileSync(file, stringify(values));
  const [program = '', ...args] =
    renderer === 'helm'
      ? ['helm', 'template', 'sms', CHART, '--values', file, '--kube-version', '1.33.0']
      : ['go', 'run', './test/deploy/render-chart', CHART, 'sms', file];
  const env = { ...process.env, ...LIBRARIES };
  const text = execFileSync(program, args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });
  return parseAllDocuments(text).map((document) => document.toJS() as Resource);
}

/** A class of which only the check is used: its constructor would read every field, known or not. */
interface Model {
  readonly prototype: { validate(): void };
}

/** Checks a resource with Kubernetes' own schemas, including unknown fields. @throws with the faults */
export async function checkResource(resource: Resource): Promise<void> {
  const { apiVersion, kind } = resource;
  const isCustom = apiVersion.startsWith('monitoring.coreos.com/');
  const tool = isCustom ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
  const Model = (await importTool<Record<string, Model>>(tool, `${apiVersion}/${kind}.js`))[kind];
  if (!Model) throw new Error(`${apiVersion} has no ${kind}`);
  // The schemas accept any field, but they read only the fields that they know.
  const seen = new Set<string>();
  Model.prototype.validate.call(recordReads(resource, '', seen));
  const unknown = [...pathsOf(resource)].filter((path) => !seen.has(path));
  if (unknown.length > 0) throw new Error(`${kind} has no ${unknown.join(', ')}`);
}

/** A proxy that records the paths of the fields that are read. */
function recordReads<Value extends object>(value: Value, path: string, seen: Set<string>): Value {
  return new Proxy(value, {
    get(target, key) {
      const inner: unknown = Reflect.get(target, key);
      if (typeof key === 'symbol') return inner;
      seen.add(`${path}/${key}`);
      return isObject(inner) ? recordReads(inner, `${path}/${key}`, seen) : inner;
    },
  });
}

function* pathsOf(value: object, path = ''): Generator<string> {
  for (const [key, inner] of Object.entries(value)) {
    yield `${path}/${key}`;
    if (isObject(inner)) yield* pathsOf(inner, `${path}/${key}`);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
