export type DatabaseErrorCode =
  | 'unreachable'
  | 'refused'
  | 'directory_in_use'
  | 'not_prepared'
  | 'broken_down';

/** The database cannot be had: its message says in a sentence what is wrong, and never holds a password. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: DatabaseErrorCode;

  constructor(
    message: string,
    { code, cause }: { readonly code: DatabaseErrorCode; readonly cause?: unknown },
  ) {
    super(message, { cause });
    this.code = code;
  }
}
