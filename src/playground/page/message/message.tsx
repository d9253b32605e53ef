import { useCallback } from 'react';
import { Blocks } from '../blocks/blocks.tsx';
import type { FieldValue, PageMessage } from '../contract.ts';
import { Icon } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { clockTime, dayOf, dayTitle, fullTime, instantOf } from '../time.ts';
import { asTyped, nameOf } from './authors.ts';
import { Avatar } from './avatar.tsx';
import { Files } from './files.tsx';

interface MessageProps {
  readonly message: PageMessage;
  /** Written right after another one by the same person: name and picture are not said again. */
  readonly isContinued: boolean;
  /** Where given, the message offers its thread, and shows how many replies it has. */
  readonly replies?: readonly PageMessage[];
}

/** One message with who wrote it and when, what it says, its files, and its thread. */
export function Message({ message, isContinued, replies }: MessageProps) {
  const { state, me, words } = usePage();
  const at = instantOf(message.ts);
  const name = nameOf(message.author, state, words);
  const time = (
    <time className="message-time" dateTime={at.toISOString()} title={fullTime(at, me)}>
      {clockTime(at, me)}
    </time>
  );
  return (
    <article
      className={`message${isContinued ? ' message-continued' : ''}`}
      aria-label={`${name}, ${clockTime(at, me)}`}
      data-ts={message.ts}
    >
      <div>{isContinued ? time : <Avatar author={message.author} people={state.people} size={36} />}</div>
      <div className="message-main">
        {message.isOnlyForYou && (
          <p className="message-note">
            <Icon name="eye" size={14} /> {words.shell.message.onlyYou}
          </p>
        )}
        {!isContinued && (
          <header className="message-head">
            <span className="message-author">{name}</span>
            {message.author === 'bot' && <span className="badge">{words.shell.message.app}</span>}
            {time}
          </header>
        )}
        {message.isBroadcast && replies !== undefined && message.threadTs !== undefined && (
          <ThreadOrigin threadTs={message.threadTs} />
        )}
        <MessageBody message={message} />
        {message.files.length > 0 && <Files files={message.files} />}
        {replies !== undefined && <ThreadLink parent={message} replies={replies} />}
      </div>
      {replies !== undefined && !message.isOnlyForYou && <MessageTools message={message} />}
    </article>
  );
}

function MessageBody({ message }: { readonly message: PageMessage }) {
  const { state, me, words, theme, act } = usePage();
  const onUse = useCallback(
    (blockId: string, actionId: string, value?: FieldValue) =>
      act({
        kind: 'press',
        person: me.id,
        ts: message.ts,
        blockId,
        actionId,
        ...(value === undefined ? {} : { value }),
      }),
    [act, me.id, message.ts],
  );
  const edited = message.isEdited && <span className="message-edited">{words.shell.message.edited}</span>;
  const isByPerson = message.author !== 'bot' && message.author !== 'slackbot';
  if (message.blocks.length === 0 && isByPerson) {
    return (
      <p className="message-text">
        {asTyped(message.text)} {edited}
      </p>
    );
  }
  const blocks =
    message.blocks.length > 0
      ? message.blocks
      : [{ type: 'section', text: { type: 'mrkdwn', text: message.text }, expand: true }];
  return (
    <div className="message-blocks">
      {message.text !== '' || message.blocks.length > 0 ? (
        <Blocks
          blocks={blocks}
          people={state.people}
          channels={state.channels}
          theme={theme}
          locale={me.locale}
          zone={me.zone}
          words={words}
          onUse={onUse}
        />
      ) : null}
      {edited}
    </div>
  );
}

function MessageTools({ message }: { readonly message: PageMessage }) {
  const { words, go } = usePage();
  return (
    <div className="message-tools">
      <button
        type="button"
        className="icon-button"
        aria-label={words.shell.message.replyInThread}
        title={words.shell.message.replyInThread}
        onClick={() => go({ thread: message.threadTs ?? message.ts })}
      >
        <Icon name="thread" />
      </button>
    </div>
  );
}

function ThreadLink({
  parent,
  replies,
}: {
  readonly parent: PageMessage;
  readonly replies: readonly PageMessage[];
}) {
  const { state, me, words, today, go } = usePage();
  // As in Slack, what only one person sees does not count.
  const counted = replies.filter((one) => !one.isOnlyForYou);
  const newest = counted.at(-1);
  if (newest === undefined) return null;
  const last = instantOf(newest.ts);
  const when =
    dayOf(last, me.zone) === today
      ? clockTime(last, me)
      : `${dayTitle(last, me, today)}, ${clockTime(last, me)}`;
  const authors = [...new Set(counted.map((one) => one.author))].slice(0, 3);
  return (
    <button type="button" className="thread-link" onClick={() => go({ thread: parent.ts })}>
      {authors.map((author) => (
        <Avatar key={author} author={author} people={state.people} size={24} />
      ))}
      <strong>{words.shell.message.replies(counted.length)}</strong>
      <span className="quiet">{words.shell.message.lastReply(when)}</span>
    </button>
  );
}

function ThreadOrigin({ threadTs }: { readonly threadTs: string }) {
  const { words, go } = usePage();
  return (
    <button type="button" className="link message-origin" onClick={() => go({ thread: threadTs })}>
      {words.shell.message.alsoInThread}
    </button>
  );
}
