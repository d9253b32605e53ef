import { basename, dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { ConfigError, readVariables } from './read-variables.ts';
import { readSmallFile } from './secret-files.ts';
import { type Fault, missingOfPlatform, secretNames, variables } from './variables.ts';
import { type WorkspaceConfig, workspaceNames, workspaceOf, workspaceVariables } from './workspace.ts';

/** Settings of one workspace, or of an organisation for those of its workspaces that are not listed. */
export interface ListedWorkspace extends WorkspaceConfig {
  /** Slack id: `T…` for a workspace, `E…` for an organisation. */
  readonly id: string;
  /** Ids of the app installations that the workspace may use: its own, then that of its organisation. */
  readonly installationIds: readonly string[];
}

const MAX_KILOBYTES = 1024;
const MAX_WORKSPACES = 200;

const ID = /^[TE][A-Z0-9]{1,30}$/;
const ORGANIZATION = 'organization';

/** @throws ConfigError that lists all faults of the file by line or variable name, without values */
export function loadWorkspaces(path: string): ReadonlyMap<string, ListedWorkspace> {
  const read = readSmallFile(path, MAX_KILOBYTES);
  if ('problem' in read) throw new ConfigError([`WORKSPACES_FILE ${read.problem}`]);
  const file = basename(path);
  const { entries, faults } = parseEntries(read.text);
  const workspaces = new Map<string, ListedWorkspace>();
  for (const [id, entry] of entries) {
    try {
      workspaces.set(id, workspaceIn(id, entry, dirname(path)));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(...error.faults.map((fault) => `${id}: ${fault}`));
    }
  }
  faults.push(...sharedFaults([...workspaces.values()]));
  if (faults.length > 0) throw new ConfigError(faults.map((fault) => `${file}: ${fault}`));
  return workspaces;
}

interface WorkspaceEntry {
  readonly values: Readonly<Record<string, string>>;
  readonly faults: readonly Fault[];
}

/** Reads every YAML scalar as text, as in environment variables: `no` is a word, not a boolean. */
function parseEntries(text: string): { entries: Map<string, WorkspaceEntry>; faults: string[] } {
  const document = parseDocument(text, { schema: 'failsafe', logLevel: 'silent' });
  const faults = document.errors.map(
    ({ code, linePos }) => `line ${linePos?.[0].line ?? 1}: is not YAML that can be read (${code})`,
  );
  const entries = new Map<string, WorkspaceEntry>();
  if (faults.length > 0) return { entries, faults };
  if (!isMap(document.contents) || document.contents.items.length === 0)
    return { entries, faults: ['must have an entry for each workspace, such as T0123ABCD:'] };
  if (document.contents.items.length > MAX_WORKSPACES)
    return { entries, faults: [`must have at most ${MAX_WORKSPACES} workspaces`] };
  for (const [place, { key, value }] of document.contents.items.entries()) {
    const id = isScalar(key) && typeof key.value === 'string' ? key.value : '';
    if (!ID.test(id))
      faults.push(`entry ${place + 1}: must be the id of a workspace (T…) or organisation (E…)`);
    else if (!isMap(value)) faults.push(`${id}: must have its settings below it, a name and a value a line`);
    else entries.set(id, entryOf(id, value.items));
  }
  return { entries, faults };
}

function entryOf(
  id: string,
  items: readonly { readonly key: unknown; readonly value: unknown }[],
): WorkspaceEntry {
  const values: Record<string, string> = {};
  const faults: Fault[] = [];
  const names = items.map(({ key }) => (isScalar(key) && typeof key.value === 'string' ? key.value : ''));
  for (const [place, { value }] of items.entries()) {
    const name = names[place] ?? '';
    const problem = problemOf(name, id, names);
    const text = textOf(value);
    if (problem) faults.push([isName(name) ? name : `line ${place + 1} of it`, problem]);
    else if (text === undefined) faults.push([name, 'must be a text, or a list of texts']);
    else values[name] = text;
  }
  return { values, faults };
}

/** True if an error message may show the name, because any other text may be a misplaced secret. */
const isName = (name: string) => /^[A-Z][A-Z_]{2,40}$/.test(name) || name === ORGANIZATION;

function problemOf(name: string, id: string, others: readonly string[]): string | undefined {
  if (name === ORGANIZATION)
    return id.startsWith('T') ? undefined : 'is for the entry of a workspace (T…), which belongs to it';
  const base = name.replace(/_FILE$/, '');
  if (workspaceNames.includes(base) && (secretNames as readonly string[]).includes(base)) {
    if (name !== base) return undefined;
    return others.includes(`${name}_FILE`)
      ? `must not stand here: leave it out, ${name}_FILE has it`
      : `must not stand here: name a file that holds it as ${name}_FILE`;
  }
  if (workspaceNames.includes(name)) return undefined;
  if (name in variables.shape || base in variables.shape)
    return 'is the process’s own: set it in the environment';
  return 'is no setting of a workspace: compare its spelling with .env.example';
}

function textOf(value: unknown): string | undefined {
  if (value === null) return '';
  if (isScalar(value)) return typeof value.value === 'string' ? value.value : '';
  if (!isSeq(value)) return undefined;
  const texts = value.items.map((item) =>
    isScalar(item) && typeof item.value === 'string' ? item.value : undefined,
  );
  return texts.every((text) => text !== undefined) ? texts.join(',') : undefined;
}

function workspaceIn(id: string, { values, faults }: WorkspaceEntry, folder: string): ListedWorkspace {
  const { [ORGANIZATION]: organization, ...settings } = values;
  const misplaced = [...faults];
  if (organization !== undefined && !/^E[A-Z0-9]{1,30}$/.test(organization))
    misplaced.push([ORGANIZATION, 'must be the id of an organisation such as E0123ABCD']);
  // Relative paths in `…_FILE` settings start at the folder of the workspaces file.
  const env = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      name.endsWith('_FILE') && value.trim() !== '' ? resolve(folder, value) : value,
    ]),
  );
  const value = readVariables(
    workspaceVariables,
    env,
    ({ values: read, unread }) => missingOfPlatform(new Set([...Object.keys(read), ...unread.keys()])),
    misplaced,
  );
  return {
    ...workspaceOf(value),
    id,
    installationIds: organization === undefined ? [id] : [id, organization],
  };
}

/** Workspaces with one platform account share a client and figures, so their `SMS_…` settings must agree. */
function sharedFaults(workspaces: readonly ListedWorkspace[]): string[] {
  const accounts = new Map<string, ListedWorkspace>();
  return workspaces.flatMap((one) => {
    const { baseUrl, email } = one.platform;
    const account = JSON.stringify([baseUrl, email]);
    const first = accounts.get(account);
    accounts.set(account, first ?? one);
    if (!first || isDeepStrictEqual(sharedOf(first), sharedOf(one))) return [];
    return [
      `${one.id}: SMS_BASE_URL and SMS_EMAIL are those of ${first.id}, so SETTLE_HOURS and all other SMS_… must be the same, too (but for SMS_SENDERS)`,
    ];
  });
}

const sharedOf = ({ platform, receiptHours }: ListedWorkspace) => ({ platform, receiptHours });
