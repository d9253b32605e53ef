import { erasedRows, type SealedTable, sealedRows } from '../control/erasure.ts';
import type { ControlSession } from '../control/open-control.ts';
import type { Msisdn } from '../domain/messages/msisdn.ts';
import { workspaceOfAccount } from '../domain/workspace-account.ts';
import { openReportButton } from '../features/report/actions.ts';
import { openTracked } from '../features/status/tracking/model.ts';
import { againOf } from '../posting/progress-recovery.ts';
import { openShared } from '../posting/shared-answer.ts';
import type { Sealer } from '../runtime/crypto.ts';
import { sealedLookup } from '../slack/listeners/lookup-request.ts';
import { accountSealer } from './account-sealer.ts';

interface Erasure {
  readonly control: ControlSession;
  readonly sealer: Sealer;
  /** Nothing is looked for in others. */
  readonly workspace?: string | undefined;
  /** Nothing is deleted. */
  readonly isCheck: boolean;
}

interface Erased {
  /** What rows of this kind are, in words. */
  readonly what: string;
  readonly rows: number;
  /** Those that the key does not open: they may be about the number. */
  readonly unopened: number;
}

interface SealedKind {
  readonly table: SealedTable;
  readonly what: string;
  /** `undefined` where it was sealed by another key. */
  readonly read: (sealer: Sealer, sealed: string) => { readonly msisdn?: Msisdn | undefined } | undefined;
}

/** All that is stored and may name a number. */
const KINDS: readonly SealedKind[] = [
  { table: 'settlings', what: 'messages that somebody waits for', read: openTracked },
  {
    table: 'long_runs',
    what: 'reports that take long',
    read(sealer, sealed) {
      const again = againOf(sealer, sealed);
      if (again === undefined) return undefined;
      // One that a thread waits for is asked for again as what is shared is. A rehearsal names no number.
      const asked = openShared(sealer, again)?.asked ?? again;
      return openReportButton(sealer, asked)?.request ?? {};
    },
  },
  {
    table: 'recent_lookups',
    what: 'recent look-ups on Homes',
    read(sealer, sealed) {
      const lookup = sealedLookup.open(sealer, sealed);
      // One by reference or identifier names no number.
      return lookup && ('n' in lookup ? { msisdn: lookup.n } : {});
    },
  },
];

/** Takes a number out of what is stored, kind by kind. The audit keeps its digests. */
export async function* eraseNumber(
  msisdn: Msisdn,
  { control, sealer, workspace, isCheck }: Erasure,
): AsyncGenerator<Erased> {
  for (const { table, what, read } of KINDS) {
    const ids: string[] = [];
    let unopened = 0;
    for await (const { id, account, sealed } of control.ask(sealedRows, { table })) {
      if (workspace !== undefined && workspaceOfAccount(account) !== workspace) continue;
      const opened = read(accountSealer(account, sealer), sealed);
      if (opened === undefined) unopened += 1;
      else if (opened.msisdn === msisdn) ids.push(id);
    }
    let rows = ids.length;
    if (!isCheck && rows > 0) {
      // One whose wait has ended meanwhile is gone already.
      const answers = await Array.fromAsync(control.ask(erasedRows, { table, ids }));
      rows = answers.reduce((sum, { erased }) => sum + erased, 0);
    }
    yield { what, rows, unopened };
  }
}
