import { expect, it, onTestFinished } from 'vitest';
import { clientOf, localSlack } from './bolt-bot.ts';

async function validation() {
  const slack = localSlack();
  onTestFinished(() => slack.stop());
  const client = clientOf((await slack.start()).apiUrl, '');
  return (args: Record<string, unknown>) => client.apiCall('blocks.validate', args);
}

const header = (text: string) => ({ type: 'header', text: { type: 'plain_text', text } });
const fault = (pointer: string) => ({ pointer, code: 'failed_constraint', message: 'empty' });
const refused = (error: string, pointer: string) => ({ data: { error, errors: [fault(pointer)] } });

it('blocks.validate takes blocks, messages and views, and no token', async () => {
  const validate = await validation();
  const title = { type: 'plain_text', text: 'Form' };
  await expect(validate({ blocks: [header('good')] })).resolves.toMatchObject({ ok: true });
  await expect(validate({ message: { blocks: [header('good')] } })).resolves.toMatchObject({ ok: true });
  await expect(validate({ view: { type: 'modal', title, blocks: [] } })).resolves.toMatchObject({ ok: true });

  await expect(validate({ blocks: [header('')] })).rejects.toMatchObject(
    refused('invalid_blocks', '/0/text/text'),
  );
  await expect(validate({ message: { blocks: [header('')] } })).rejects.toMatchObject(
    refused('invalid_message', '/blocks/0/text/text'),
  );
  await expect(validate({ view: { type: 'modal', title, blocks: [header('')] } })).rejects.toMatchObject(
    refused('invalid_view', '/blocks/0/text/text'),
  );
});

it('blocks.validate takes one of them at a time, and a message without its text', async () => {
  const validate = await validation();
  const blocks = [header('good')];
  await expect(validate({})).rejects.toThrow('invalid_arguments');
  await expect(validate({ blocks, message: { blocks } })).rejects.toThrow('invalid_arguments');
  await expect(validate({ message: { blocks, text: 'x' } })).rejects.toThrow('invalid_message');
});
