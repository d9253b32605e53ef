import { onTestFinished } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../tools/sandbox/index.ts';
import type { PlatformReportEntry } from '../../tools/sandbox/wire.ts';

export type Entry = PlatformReportEntry;

interface Report {
  readonly data: readonly Entry[];
  readonly desde: string;
  readonly hasta: string;
  readonly total: number;
}

export interface Client {
  readonly sandbox: Sandbox;
  readonly url: string;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  form(path: string, fields: Record<string, string>): Promise<Response>;
  login(): Promise<string>;
  /** The report's raw answer, with a login of its own. */
  reportResponse(desde: string, hasta: string, filters?: Record<string, string>): Promise<Response>;
  report(desde: string, hasta: string, filters?: Record<string, string>): Promise<Report>;
}

/** A clock that stands where it was put. */
export function createClock(time: string): { now: () => Date; set(time: string | number): void } {
  let current = new Date(time);
  return {
    now: () => current,
    set(next) {
      current = new Date(next);
    },
  };
}

/** A listening sandbox that stops with the test. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Client> {
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
    form: (path, fields) => fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) }),
    login,
    reportResponse,
    async report(desde, hasta, filters) {
      return (await (await reportResponse(desde, hasta, filters)).json()) as Report;
    },
  };
}
