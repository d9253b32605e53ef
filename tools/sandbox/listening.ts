/** What could not be listened on, in a sentence; `undefined` for an error of another kind. */
export function listenProblem(error: unknown, what: string, port: number, host: string): string | undefined {
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'listen' && 'code' in error))
    return undefined;
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use: choose another with --port.`;
  return `${what} cannot listen on ${host}, port ${port}: ${error.message}`;
}
