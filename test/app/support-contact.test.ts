import { describe, expect, test } from 'vitest';
import { version } from '../../src/runtime/version.ts';
import { channels, type Desk, type people as everybody, people, startDesk } from '../support/desk.ts';
import { servePlatform } from '../support/server.ts';

type TestPerson = (typeof everybody)[keyof typeof everybody];

const CONTACT = 'Ana, +56 2 2345 6789 <!channel>';
const SHOWN = 'Ana, +56 2 2345 6789 &lt;!channel&gt;';

async function createDeskWithContact(
  contact: string | undefined,
  env: Record<string, string> = {},
  command = '/sms-status',
) {
  const { url } = await servePlatform();
  return startDesk(url, {
    command,
    env: { ...env, ...(contact === undefined ? {} : { SUPPORT_CONTACT: contact }) },
  });
}

async function answerTo(desk: Desk, text: string, person: TestPerson, channelId = channels.support.id) {
  return (await desk.ask(text, person, channelId)).text;
}

describe('SUPPORT_CONTACT is named', () => {
  test.each([
    ['/sms-status', 'help'],
    ['/sms-report', 'help'],
    ['/sms-report', 'subscribe help'],
    ['/sms-check', 'help'],
    ['/sms-check', 'watch help'],
  ])('in %s %s only if it is set, followed by the version', async (command, text) => {
    const desk = await createDeskWithContact(CONTACT, {}, command);
    const { version: number, commit } = version();
    const lastLine = (await answerTo(desk, text, people.agent)).split('\n').at(-1);
    expect(lastLine).toBe(`SMS Desk ${number} (${commit.slice(0, 7)})`);
    expect(desk.logLines[0]).toMatchObject({ version: number, commit });
    expect(await answerTo(desk, text, people.agent)).toContain(`Questions about SMS Desk? Ask ${SHOWN}.`);
    expect(await answerTo(desk, text, people.agente)).toContain(`¿Dudas sobre SMS Desk? Habla con ${SHOWN}.`);
    const unnamed = await createDeskWithContact(undefined, {}, command);
    expect(await answerTo(unnamed, text, people.agent)).not.toContain('Questions about');
  });

  test('to a person who is refused because of their groups', async () => {
    const desk = await createDeskWithContact(CONTACT, { ALLOWED_USERGROUPS: 'S2' });
    expect(await answerTo(desk, '912345678', people.agent)).toContain(`To be added to one, ask ${SHOWN}.`);
    expect(await answerTo(desk, '912345678', people.agente)).toContain(
      `Para entrar en uno, habla con ${SHOWN}.`,
    );
  });

  test('to a person who is refused because of the channel', async () => {
    const desk = await createDeskWithContact(CONTACT, { ALLOWED_CHANNELS: 'C3' });
    expect(await answerTo(desk, '912345678', people.agent)).toContain(`To add that channel, ask ${SHOWN}.`);
    expect(await answerTo(desk, '912345678', people.agente)).toContain(`habla con ${SHOWN}.`);
  });

  test('never to another organisation', async () => {
    const desk = await createDeskWithContact(CONTACT);
    expect(await answerTo(desk, '912345678', people.stranger)).not.toContain('Ana');
  });
});
