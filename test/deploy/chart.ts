import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { aDirectory } from '../support/store.ts';
import { importTool } from './tools.ts';

/** Anything that Kubernetes is told of, as far as tests look at it. */
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

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** What can render the chart here: Helm, or where there is none the few of its functions that `render-chart` has. */
export const renderer = has('helm') ? 'helm' : has('go') ? 'go' : undefined;

/** What the chart tells Kubernetes with these values. @throws with the renderer's own words */
export function render(values: Values): Resource[] {
  const file = join(aDirectory(), 'values.yaml');
  writeFileSync(file, stringify(values));
  const [program = '', ...args] =
    renderer === 'helm'
      ? ['helm', 'template', 'sms', CHART, '--values', file, '--kube-version', '1.33.0']
      : ['go', 'run', './test/deploy/render-chart', CHART, 'sms', file];
  const env = { ...process.env, ...LIBRARIES };
  const text = execFileSync(program, args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });
  return parseAllDocuments(text).map((document) => document.toJS() as Resource);
}

/** A class, of which only the check is used: making one would look at every field, known or not. */
interface Model {
  readonly prototype: { validate(): void };
}

/** Holds a resource against Kubernetes' own schemas, unknown fields included. @throws with what is wrong */
export async function checkResource(resource: Resource): Promise<void> {
  const { apiVersion, kind } = resource;
  const isCustom = apiVersion.startsWith('monitoring.coreos.com/');
  const tool = isCustom ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
  const models = await importTool<Record<string, Model>>(tool, `${apiVersion}/${kind}.js`);
  const Model = models[kind];
  if (!Model) throw new Error(`${apiVersion} has no ${kind}`);
  // The schemas take any field. Those that they know are the ones they look at.
  const seen = new Set<string>();
  Model.prototype.validate.call(watched(resource, '', seen));
  const unknown = [...pathsOf(resource)].filter((path) => !seen.has(path));
  if (unknown.length > 0) throw new Error(`${kind} has no ${unknown.join(', ')}`);
}

/** A value that notes by path which of its fields are looked at. */
function watched<Value extends object>(value: Value, path: string, seen: Set<string>): Value {
  return new Proxy(value, {
    get(target, key) {
      const inner: unknown = Reflect.get(target, key);
      if (typeof key === 'symbol') return inner;
      seen.add(`${path}/${key}`);
      return isObject(inner) ? watched(inner, `${path}/${key}`, seen) : inner;
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
