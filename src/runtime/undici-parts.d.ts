/** The parts of undici that `http-agent.ts` imports by their files, which undici's own types do not describe. */

declare module 'undici/lib/dispatcher/agent.js' {
  import type { Agent } from 'undici';

  const Connections: new (options?: Agent.Options) => Pick<Agent, 'dispatch' | 'destroy'>;
  export = Connections;
}

declare module 'undici/lib/dispatcher/pool.js' {
  import type { Pool } from 'undici';

  const Connections: new (origin: string, options?: Pool.Options) => Pick<Pool, 'dispatch' | 'destroy'>;
  export = Connections;
}

declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';

  function request(
    this: Pick<Dispatcher, 'dispatch'>,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>;
  export = request;
}
