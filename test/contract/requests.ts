import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { AuditEntry } from '../../src/domain/audit.ts';
import type { JsonObject } from '../../tools/fake-slack/json.ts';
import type { BotRequest } from '../../tools/fake-slack/slack-api/delivery.ts';

type Reading = Partial<AuditEntry> | 'nothing';

interface CaseRow {
  readonly is: string;
  readonly set?: JsonObject;
  readonly without?: readonly string[];
  readonly reads?: Reading;
  readonly replies?: readonly string[];
  readonly for?: 'E1';
  readonly isHttpOnly?: true;
}

interface Kind extends Required<Pick<CaseRow, 'reads' | 'replies'>> {
  readonly type: BotRequest['type'];
  readonly base: JsonObject;
  readonly endsInstallation?: true;
  readonly cases: readonly CaseRow[];
}

export type ContractCase = ReturnType<typeof caseOf>;

const ABSENT = '$absent';

/** Parses a file of this folder. `<<` takes the fields of another place. */
export const readYaml = <T>(name: string): T =>
  parse(readFileSync(join(import.meta.dirname, name), 'utf8'), { merge: true });

export const requests: readonly ContractCase[] = readYaml<readonly Kind[]>('requests.yml').flatMap((kind) =>
  kind.cases.map((row) => caseOf(kind, row)),
);

function caseOf(kind: Kind, row: CaseRow) {
  const payload = copy(kind.base);
  for (const [path, value] of Object.entries(row.set ?? {})) put(payload, path, value);
  for (const path of row.without ?? []) put(payload, path, ABSENT);
  const { is: title, reads = {}, replies, for: installation = 'T1', isHttpOnly } = row;
  const asksNothing = reads === 'nothing' || kind.reads === 'nothing';
  return {
    ...{ title, type: kind.type, payload: copy(payload), installation },
    ...{ isHttpOnly, endsInstallation: kind.endsInstallation },
    reads: asksNothing ? undefined : copy({ ...Object(kind.reads), ...Object(reads) }),
    replies: replies ?? (reads === 'nothing' ? [] : kind.replies),
  };
}

function put(into: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let target = into;
  for (const name of names) target = Object(target[name]);
  target[last] = value;
}

/** A copy of its own, without what is absent. */
function copy(value: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value), (_, field) => (field === ABSENT ? undefined : field));
}
