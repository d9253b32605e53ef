/** Key that separates the rows of workspaces in a shared database. */
export function workspaceAccount(workspaceId: string, platformAccount: string): string {
  return `${workspaceId}.${platformAccount}`;
}

/** Workspace id in the key of an account; `undefined` if the bot serves one workspace. */
export function workspaceOfAccount(account: string): string | undefined {
  return /^([TE][A-Z0-9]+)\./.exec(account)?.[1];
}
