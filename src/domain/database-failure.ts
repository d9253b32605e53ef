export function isDatabaseFailure(error: unknown): error is Error {
  // Compared by name, because this folder must not import the error class of the store.
  return error instanceof Error && error.name === 'DatabaseError';
}
