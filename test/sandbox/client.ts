import { onTestFinished } from 'vitest';
import { createSandbox, type SandboxOptions } from '../../tools/sandbox/index.ts';

type EntryField = 'msisdn' | 'operator' | 'status' | 'text' | 'time_dlr' | 'time_operator' | 'time_platform';
export type Entry = Readonly<Record<EntryField, string>>;
type Report = Record<'desde' | 'hasta', string> & { readonly data: readonly Entry[]; readonly total: number };

/** A clock that shows the time that the test sets. */
export function createClock(time: string) {
  let current = new Date(time);
  return {
    now: () => current,
    set(next: string | number) {
      current = new Date(next);
    },
  };
}

/** A listening sandbox that stops with the test. */
export async function startSandbox(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ perDay: 500, now: () => new Date('2026-11-20T18:00:00Z'), ...options });
  const { url } = await sandbox.start();
  onTestFinished(() => sandbox.stop());
  const { email, password, reportToken } = sandbox.credentials;

  function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  async function login(): Promise<string> {
    const response = await post('/login_ws', { email, password });
    const { auth_access_token } = (await response.json()) as { auth_access_token: string };
    return auth_access_token;
  }

  async function reportResponse(desde: string, hasta: string, filters: Record<string, string> = {}) {
    const authorization = `Bearer ${await login()}`;
    return post('/report_mt', { desde, hasta, tokenws: reportToken, ...filters }, { authorization });
  }

  return {
    sandbox,
    url,
    post,
    form: (path: string, fields: Record<string, string>) =>
      fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) }),
    login,
    reportResponse,
    async report(...request: Parameters<typeof reportResponse>) {
      return (await (await reportResponse(...request)).json()) as Report;
    },
  };
}
