import { workspaceOfAccount } from '../domain/workspace-account.ts';
import { type Sealer, sealerFor } from '../runtime/crypto.ts';

/** What opens the rows of an account: each of several workspaces has sealed its own for itself. */
export function accountSealer(account: string, sealer: Sealer): Sealer {
  const workspace = workspaceOfAccount(account);
  return workspace === undefined ? sealer : sealerFor(workspace, sealer);
}
