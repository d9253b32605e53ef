import { describe, expect, it } from 'vitest';
import { localSlack, TRANSPORTS } from '../../support/bolt-bot.ts';
import { PAGING, startClickingBot } from './clicking-bot.ts';

const contexts = (count: number, length: number) =>
  Array.from({ length: count }, () => ({
    type: 'context' as const,
    elements: [{ type: 'plain_text' as const, text: 'x'.repeat(length) }],
  }));

describe.each(TRANSPORTS)('a response_url %s', (_, start) => {
  it('of a command only adds messages, even with `replace_original`', async () => {
    const slack = localSlack();
    await using bot = await startClickingBot(slack, start);
    const respond = await bot.typed();

    await respond({ text: 'working' });
    await respond({ text: 'half done', replace_original: true });
    await respond({ text: 'done' });

    expect(slack.messages().map(({ text }) => text)).toEqual(['working', 'half done', 'done']);
  });

  it('posts only for the asking user, or for all with `in_channel`', async () => {
    const slack = localSlack();
    await using bot = await startClickingBot(slack, start);
    const respond = await bot.typed();

    await respond({ text: 'for one' });
    await respond({ text: 'for all', response_type: 'in_channel' });
    await respond({ text: 'for all again', response_type: 'in_channel' });

    expect(slack.messages({ person: 'U1' })[0]).toMatchObject({ text: 'for one', visibleTo: 'U1' });
    expect(slack.messages({ person: 'U2' }).map(({ author, text }) => `${author}: ${text}`)).toEqual([
      'bot: for all',
      'bot: for all again',
    ]);
  });

  it('is valid for five uses', async () => {
    const slack = localSlack();
    await using bot = await startClickingBot(slack, start);
    const respond = await bot.typed();

    for (const text of ['1', '2', '3', '4', '5']) await respond(text);
    await expect(respond('6')).rejects.toMatchObject({ code: 'slack_bolt_respond_error' });

    expect(slack.messages()).toHaveLength(5);
    expect(slack.respondCalls.at(-1)).toMatchObject({ status: 404, error: 'used_url' });
  });

  it('of a button replaces the message of the button, or adds one', async () => {
    const slack = localSlack();
    await using bot = await startClickingBot(slack, start);
    const respond = await bot.typed();
    await respond({ text: 'page 1', blocks: [PAGING] });

    const first = await bot.clicked(slack.messages()[0]);
    await first.respond({ text: 'page 2', blocks: [PAGING], replace_original: true });
    expect(slack.messages()).toMatchObject([{ text: 'page 2', replaced: 1, visibleTo: 'U1' }]);

    const second = await bot.clicked(slack.messages()[0]);
    await second.respond({ text: 'a note' });
    expect(slack.messages().map(({ text }) => text)).toEqual(['page 2', 'a note']);

    slack.deleteMessage(slack.messages()[0]?.ts ?? '');
    await expect(second.respond({ text: 'page 3', replace_original: true })).rejects.toThrow('400');
    expect(slack.respondCalls.at(-1)).toMatchObject({ error: 'message_not_found' });
  });

  it('of a button on a public message adds an ephemeral response', async () => {
    const slack = localSlack();
    await using bot = await startClickingBot(slack, start);
    const respond = await bot.typed();
    await respond({ text: 'for all', blocks: [PAGING], response_type: 'in_channel' });

    const clicked = await bot.clicked(slack.messages()[0]);
    await clicked.respond({ text: 'for one', response_type: 'ephemeral', replace_original: true });
    expect(slack.messages()).toMatchObject([{ text: 'for all' }, { text: 'for one', visibleTo: 'U1' }]);
    await clicked.respond({ text: 'for all still', replace_original: true });
    expect(slack.messages()[0]).toMatchObject({ text: 'for all still', replaced: 1 });
    expect(slack.messages()[0]?.visibleTo).toBeUndefined();
  });

  it.for([
    ['without text and blocks', 'no_text', {}],
    [
      'with more than some 13,200 characters in blocks',
      'msg_blocks_too_long',
      { text: 'a', blocks: contexts(5, 2_700) },
    ],
  ] as const)('refuses a message %s with `%s`', async ([, error, message]) => {
    const slack = localSlack();
    await using bot = await startClickingBot(slack, start);
    const respond = await bot.typed();

    await expect(respond(message)).rejects.toThrow('400');
    expect(slack.respondCalls).toMatchObject([{ status: 400, error }]);
  });
});
