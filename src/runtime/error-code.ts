/** Whether an error carries this code: a system's, such as `ENOENT`, or a database's, such as `XX000`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The code that an error carries, where it does. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
