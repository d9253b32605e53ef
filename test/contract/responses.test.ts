import { describe, expect, test } from 'vitest';
import { createChannelInfo } from '../../src/slack/connection/channel-info.ts';
import { createClients } from '../../src/slack/connection/clients.ts';
import { createAccess } from '../../src/slack/listeners/access.ts';
import { createUsers } from '../../src/slack/listeners/users.ts';
import { createTestWorkspace, startDesk } from '../support/desk.ts';
import { recordLog } from '../support/log.ts';
import { json, serve, servePlatform } from '../support/server.ts';
import { readYaml } from './requests.ts';

interface ResponseCase {
  readonly is: string;
  readonly body: object;
  readonly reads: unknown;
}

const responses = readYaml<Record<string, readonly ResponseCase[]>>('responses.yml');
const casesOf = (method: string) => responses[method] ?? [];

const identity = () => ({ teamId: 'T1', enterpriseId: undefined });

async function clientOf(body: object) {
  const url = await serve((_, response) => json(response, { ok: true, ...body }));
  const { log } = recordLog();
  const { asking: client } = createClients({ botToken: 'xoxb-canary', apiUrl: `${url}/api/`, log });
  return { client, log };
}

describe('Slack tells of', () => {
  test.each(casesOf('users.info'))('$is', async ({ body, reads }) => {
    const slack = await clientOf(body);
    const users = createUsers({ ...slack, identity, language: 'en', timeZone: 'UTC' });
    expect(await users.find('U1')).toMatchObject(Object(reads));
  });

  test.each(casesOf('conversations.info'))('$is', async ({ body, reads }) => {
    const { client } = await clientOf(body);
    const info = createChannelInfo(client);
    const { refused } = (await info.refusalFor('C1')) ?? {};
    expect({ refused, isShared: await info.isExternallyShared('C1') }).toEqual(reads);
  });

  test.each(casesOf('usergroups.list'))('$is', async ({ body, reads }) => {
    const slack = await clientOf(body);
    const lists = { channels: [], userGroups: [], notifyUserGroups: [], revealUserGroups: [] };
    const access = createAccess({ ...slack, ...lists, identity, allowsGuests: false });
    const person = { id: 'U1', name: 'ana', language: 'en', timeZone: 'UTC', membership: 'member' } as const;
    expect((await access.mentionable(person)).groups).toEqual(reads);
  });

  test.each(casesOf('auth.test'))('$is', async ({ body, reads }) => {
    const slack = createTestWorkspace('http', { teamId: 'T1', organization: { id: 'E1', name: 'Compass' } });
    slack.intercept((method, args, grant) =>
      method === 'auth.test' ? { status: 200, body: { ok: true, ...body } } : grant(args),
    );
    const { url } = await servePlatform();
    const desk = await startDesk(url, { slack });
    await desk.ask('912345678');
    const asked = slack.apiCalls.find(({ method }) => method === 'usergroups.users.list');
    expect(asked?.args).toEqual(reads);
    expect(desk.audited).toMatchObject([{ act: 'looked_up', team: 'T1', outcome: 'answered' }]);
  });
});
