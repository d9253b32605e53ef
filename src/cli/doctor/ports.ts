import { once } from 'node:events';
import { createServer } from 'node:net';
import { hasCode } from '../../runtime/error-code.ts';
import type { Attempt } from './attempt.ts';
import { type Diagnosis, notTried, ok, type Result, warning, wrong } from './diagnosis.ts';
import { faultOf } from './settings.ts';

/** Where the bot listens, and by which variables. */
export interface PortSettings {
  readonly name: string;
  readonly hostName?: string;
  readonly port: number;
  /** All addresses of the machine where it is left out. */
  readonly host?: string;
}

interface PortOptions {
  readonly ports: readonly PortSettings[];
  readonly atFault: readonly string[];
  readonly attempt: Attempt;
}

const group = 'Ports';
const LIMIT_MS = 10_000;

/** Whether the bot could listen where it is to: for a moment something else does. */
export async function checkPorts({ ports, atFault, attempt }: PortOptions): Promise<Diagnosis[]> {
  return Promise.all(
    ports.map(async (settings): Promise<Diagnosis> => {
      const { name, hostName = name } = settings;
      const fault = faultOf(atFault, [name, hostName]);
      if (fault !== undefined) return { group, name, ...notTried(fault) };
      const how = {
        limitMs: LIMIT_MS,
        lateAdvice: `set ${hostName} to an address of this machine`,
        explain: (error: unknown) => problem(error, settings),
      };
      const { tookMs: _, ...diagnosis } = await attempt({ group, name }, how, () => listenOnce(settings));
      return diagnosis;
    }),
  );
}

async function listenOnce({ port, host }: PortSettings): Promise<Result> {
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
  return ok(port === 0 ? 'any free one' : `${port} is free`);
}

function problem(error: unknown, { name, hostName = name, port, host }: PortSettings): Result | undefined {
  if (hasCode(error, 'EADDRINUSE')) {
    return warning(`${port} is in use`, `by the bot, where it runs; else set ${name} to another one`);
  }
  if (hasCode(error, 'EACCES')) {
    return wrong(`this account may not listen on ${port}`, `set ${name} to one above 1023`);
  }
  if (host === undefined) return undefined;
  return wrong(
    `${hostName} is no address of this machine`,
    `set ${hostName} to 127.0.0.1, or 0.0.0.0 for all`,
  );
}
