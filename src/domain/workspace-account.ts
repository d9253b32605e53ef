/** Whose rows they are where several workspaces share a database: a workspace (or organisation) with its platform account. */
export function workspaceAccount(workspaceId: string, platformAccount: string): string {
  return `${workspaceId}.${platformAccount}`;
}

/** The workspace of such an account; `undefined` of a bot that serves only one. */
export function workspaceOfAccount(account: string): string | undefined {
  return /^([TE][A-Z0-9]+)\./.exec(account)?.[1];
}
