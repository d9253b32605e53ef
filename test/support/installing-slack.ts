import { text } from 'node:stream/consumers';
import { serve } from './server.ts';
import { createLocalOAuth } from './slack-oauth.ts';

export const CLIENT = { clientId: '1234.5678', clientSecret: 'canary-client-secret' } as const;

type OAuthOptions = Partial<Parameters<typeof createLocalOAuth>[0]>;

/** A Slack that only installs apps. `fail` sets the next answer of a method. */
export async function startInstallingSlack(options: OAuthOptions = {}) {
  const asked: string[] = [];
  let lastToken = '';
  const failures = new Map<string, 'hang_up' | 'lose_answer' | string>();
  const place = { redirectUrl: 'http://localhost/slack/oauth_redirect' };
  const oauth = createLocalOAuth({
    ...CLIENT,
    redirectUrl: () => place.redirectUrl,
    now: () => new Date(),
    ...options,
  });
  const origin = await serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname === '/oauth/v2/authorize') {
      const { status, headers } = oauth.authorize(searchParams);
      return void response.writeHead(status, headers).end();
    }
    const method = pathname.replace('/api/', '');
    asked.push(method);
    const args = Object.fromEntries(new URLSearchParams(await text(request)));
    const failure = failures.get(method);
    failures.delete(method);
    const token = request.headers.authorization?.replace('Bearer ', '');
    lastToken = token ?? lastToken;
    if (failure === 'hang_up') return void response.destroy();
    const answer =
      failure && failure !== 'lose_answer'
        ? { ok: false, error: failure }
        : oauth.call(method, args, token)?.body;
    if (failure === 'lose_answer') return void response.destroy();
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? { ok: false, error: 'unknown_method' }));
  });
  return {
    oauth,
    apiUrl: `${origin}/api/`,
    asked,
    /** The installation of the last call. */
    lastAskedBy: () => oauth.targetOf(lastToken),
    fail: (method: string, how: string) => void failures.set(method, how),
    comeBackTo(url: string) {
      place.redirectUrl = url;
    },
  };
}
