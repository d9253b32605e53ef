/** Owner of rows in a shared database. */
export function workspaceAccount(workspaceId: string, platformAccount: string): string {
  return `${workspaceId}.${platformAccount}`;
}

/** `undefined` for a bot that serves one workspace. */
export function workspaceOfAccount(account: string): string | undefined {
  return /^([TE][A-Z0-9]+)\./.exec(account)?.[1];
}
