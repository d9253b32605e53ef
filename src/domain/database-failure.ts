export function isDatabaseFailure(error: unknown): error is Error {
  // By name: this folder does not import the store's error class.
  return error instanceof Error && error.name === 'DatabaseError';
}
