import { describe, expect, test } from 'vitest';
import { version } from '../../src/runtime/version.ts';
import { aDesk, channels, type Desk, type people as everybody, people } from '../support/desk.ts';
import { servePlatform } from '../support/server.ts';

type Somebody = (typeof everybody)[keyof typeof everybody];

const CONTACT = 'Ana, +56 2 2345 6789 <!channel>';
const SHOWN = 'Ana, +56 2 2345 6789 &lt;!channel&gt;';

async function aDeskNaming(
  contact: string | undefined,
  env: Record<string, string> = {},
  command = '/sms-status',
) {
  const { url } = await servePlatform();
  return aDesk(url, {
    command,
    env: { ...env, ...(contact === undefined ? {} : { SUPPORT_CONTACT: contact }) },
  });
}

async function said(desk: Desk, text: string, person: Somebody, channelId = channels.support.id) {
  return (await desk.ask(text, person, channelId)).text;
}

describe('SUPPORT_CONTACT is named', () => {
  test.each([
    ['/sms-status', 'help'],
    ['/sms-report', 'help'],
    ['/sms-report', 'subscribe help'],
    ['/sms-check', 'help'],
    ['/sms-check', 'watch help'],
  ])(
    'in %s %s, and nobody is where it is unset; the version follows, as in the log',
    async (command, text) => {
      const desk = await aDeskNaming(CONTACT, {}, command);
      const { version: number, commit } = version();
      const lastLine = (await said(desk, text, people.agent)).split('\n').at(-1);
      expect(lastLine).toBe(`SMS Desk ${number} (${commit.slice(0, 7)})`);
      expect(desk.logLines[0]).toMatchObject({ version: number, commit });
      expect(await said(desk, text, people.agent)).toContain(`Questions about SMS Desk? Ask ${SHOWN}.`);
      expect(await said(desk, text, people.agente)).toContain(`¿Dudas sobre SMS Desk? Habla con ${SHOWN}.`);
      const unnamed = await aDeskNaming(undefined, {}, command);
      expect(await said(unnamed, text, people.agent)).not.toContain('Questions about');
    },
  );

  test('to whom it refuses for want of a group', async () => {
    const desk = await aDeskNaming(CONTACT, { ALLOWED_USERGROUPS: 'S2' });
    expect(await said(desk, '912345678', people.agent)).toContain(`To be added to one, ask ${SHOWN}.`);
    expect(await said(desk, '912345678', people.agente)).toContain(`Para entrar en uno, habla con ${SHOWN}.`);
  });

  test('to whom it refuses in a channel', async () => {
    const desk = await aDeskNaming(CONTACT, { ALLOWED_CHANNELS: 'C3' });
    expect(await said(desk, '912345678', people.agent)).toContain(`To add that channel, ask ${SHOWN}.`);
    expect(await said(desk, '912345678', people.agente)).toContain(`habla con ${SHOWN}.`);
  });

  test('never to another organisation', async () => {
    const desk = await aDeskNaming(CONTACT);
    expect(await said(desk, '912345678', people.stranger)).not.toContain('Ana');
  });
});
