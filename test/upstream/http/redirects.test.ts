import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { people, startDesk } from '../../support/desk.ts';
import { serve, servePlatform } from '../../support/server.ts';
import { collect, failureOf, openUpstream, testQuery } from '../../support/upstream.ts';

const aDay = { day: '2026-11-18' };
const message = { ...aDay, reference: 'canary-reference' };

/** A host that must get no request, and an answer that redirects to it. */
async function serveElsewhere() {
  const asked: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    asked.push(request.url);
    response.end('{}');
  });
  const to =
    (status: number, path = '/v2/there') =>
    ({ response }: { readonly response: ServerResponse }) => {
      const location = `${url.replace('//', '//canary:canary@')}${path}?canary=1#canary`;
      response.writeHead(status, { location }).end('canary');
    };
  return { asked, to, host: new URL(url).host };
}

describe.each([301, 302, 303, 307, 308])('a redirect to another host (%i) is not followed', (status) => {
  test('for a login', async () => {
    const { asked, to, host } = await serveElsewhere();
    const platform = await servePlatform({ login: to(status) });
    const failure = await failureOf(collect(openUpstream(platform.url).messages(testQuery)));
    expect(failure).toMatchObject({ code: 'invalid_answer', status, redirectedTo: `${host}/v2/there` });
    expect(failure.message).toBe(`login: status ${status}, which points to ${host}/v2/there`);
    expect([asked, platform.seen.login.length, platform.seen.report.length]).toEqual([[], 1, 0]);
  });

  test.each(['in this thread', 'in the thread that counts'])('for a report, read %s', async (where) => {
    const { asked, to, host } = await serveElsewhere();
    const platform = await servePlatform({ report: to(status) });
    const upstream = openUpstream(platform.url, { reportBounds: 'exclusive_end' });
    const reading =
      where === 'in this thread' ? collect(upstream.messages(testQuery)) : upstream.figures(aDay);
    const failure = await failureOf(reading);
    expect(failure).toMatchObject({ code: 'invalid_answer', status, redirectedTo: `${host}/v2/there` });
    expect(failure.message).toBe(`report: status ${status}, which points to ${host}/v2/there`);
    expect([asked, platform.seen.report.length]).toEqual([[], 1]);
  });

  test('for a lookup of one message, without its day and reference', async () => {
    const { asked, to, host } = await serveElsewhere();
    const platform = await servePlatform({ info: to(status, '/sms_info/2026-11-18/canary-reference') });
    const failure = await failureOf(openUpstream(platform.url).message(message));
    expect(failure.message).toBe(`info: status ${status}, which points to ${host}/sms_info/…/…`);
    expect([asked, platform.seen.info.length]).toEqual([[], 1]);
  });

  test('for a token of the OAuth host', async () => {
    const { asked, to, host } = await serveElsewhere();
    const platform = await servePlatform({ oauth: to(status) });
    const oauth = {
      authUrl: platform.url,
      clientId: 'canary',
      clientSecret: 'canary',
      validityUnit: 'seconds',
    } as const;
    const failure = await failureOf(openUpstream(platform.url, { oauth }).sms?.('1') ?? Promise.resolve());
    expect(failure.message).toBe(`oauth: status ${status}, which points to ${host}/v2/there`);
    expect([asked, platform.seen.oauth.length, platform.seen.sms.length]).toEqual([[], 1, 0]);
  });
});

describe('the target of a redirect', () => {
  test.each([
    ['/elsewhere', /to 127\.0\.0\.1:\d+\/elsewhere$/],
    ['https://canary@login.example.com/sso/start;canary=1?canary', /to login\.example\.com\/sso\/start$/],
    ['https://example.com/s/56912345678', /to example\.com\/s\/…$/],
    [`https://example.com/${'a/'.repeat(100)}`, /to example\.com[a/]{89}$/],
    ['http://[', /status 302$/],
    ['mailto:canary@example.com', /status 302$/],
    ['', /status 302$/],
  ])('is named without secrets: %j', async (location, expected) => {
    const platform = await servePlatform({
      report: ({ response }) => void response.writeHead(302, { location }).end(),
    });
    const failure = await failureOf(collect(openUpstream(platform.url).messages(testQuery)));
    expect(failure.message).toMatch(expected);
    expect(failure.message).not.toContain('canary');
  });

  test('is shown to the user in both languages', async () => {
    const { asked, to, host } = await serveElsewhere();
    const platform = await servePlatform({ report: to(307) });
    const desk = await startDesk(platform.url);
    expect((await desk.ask('+56 9 1234 5678', people.agent)).text).toContain(
      `redirected me to ${host}/v2/there instead of answering`,
    );
    expect((await desk.ask('+56 9 1234 5678', people.agente)).text).toContain(
      `me redirigió a ${host}/v2/there en vez de responder`,
    );
    expect(asked).toEqual([]);
  });
});
