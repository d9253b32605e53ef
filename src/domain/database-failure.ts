export function isDatabaseFailure(error: unknown): error is Error {
  // The error class is compared by name, because this folder must not import the class from the store.
  return error instanceof Error && error.name === 'DatabaseError';
}
