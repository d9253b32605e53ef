/** Whether something failed because the database cannot be had just now, whichever it is. */
export function isDatabaseFailure(error: unknown): error is Error {
  // By the name of the store's own kind, which is no kind of this room's.
  return error instanceof Error && error.name === 'DatabaseError';
}
