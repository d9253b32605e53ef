import { dayOf } from '../../../fake-slack/dates.ts';
import { Blocks } from '../blocks/blocks.tsx';
import { mentionable } from '../composer/completion.tsx';
import { Shortcuts } from '../composer/shortcuts.tsx';
import type { PageMessage } from '../contract.ts';
import { Icon, IconButton } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { t } from '../texts.ts';
import { clockTime, dayTitle, instantOf } from '../time.ts';
import { authorName, plainText } from './authors.ts';
import { Avatar } from './avatar.tsx';
import { Files } from './files.tsx';

interface MessageItemProps {
  readonly message: PageMessage;
  /** Replies to the message. If given, the message shows their number and a link to its thread. */
  readonly replies?: readonly PageMessage[];
}

export function MessageItem({ message, replies }: MessageItemProps) {
  const { state, me, go } = usePage();
  const { ts, author, threadTs } = message;
  const at = instantOf(ts);
  const name = authorName(author, state);
  return (
    <article className="message" aria-label={`${name}, ${clockTime(at, me)}`} data-ts={ts}>
      <Avatar author={author} size={36} />
      <div>
        {message.isOnlyForYou && (
          <p className="quiet small row">
            <Icon name="eye" size={14} /> {t.message.onlyYou}
          </p>
        )}
        <header className="message-head row">
          <b>{name}</b>
          {author === 'bot' && <span className="quiet tiny">{t.message.app}</span>}
          <time className="quiet tiny" dateTime={at.toISOString()}>
            {clockTime(at, me)}
          </time>
        </header>
        {message.isBroadcast && replies !== undefined && threadTs !== undefined && (
          <button type="button" className="quiet small" onClick={() => go({ thread: threadTs })}>
            {t.message.alsoInThread}
          </button>
        )}
        <MessageBody message={message} />
        {message.files.length > 0 && <Files files={message.files} />}
        {replies !== undefined && <ThreadLink parent={message} replies={replies} />}
      </div>
      {!message.isOnlyForYou && (
        <div className="message-tools row card">
          {replies !== undefined && (
            <IconButton
              icon="thread"
              label={t.message.replyInThread}
              onClick={() => go({ thread: threadTs ?? ts })}
            />
          )}
          <Shortcuts type="message" icon="dots" label={t.message.actions} ts={ts} />
        </div>
      )}
    </article>
  );
}

function MessageBody({ message }: { readonly message: PageMessage }) {
  const { state, me, send } = usePage();
  const { blocks, text, ts } = message;
  const edited = message.isEdited && <span className="quiet small">{t.message.edited}</span>;
  if (blocks.length === 0) {
    return (
      <p className="plain-text">
        <Typed text={plainText(text, state)} /> {edited}
      </p>
    );
  }
  return (
    <div className="plain-text">
      <Blocks blocks={blocks} onUse={(use) => send({ kind: 'press', person: me.id, ts, ...use })} />
      {edited}
    </div>
  );
}

function Typed({ text }: { readonly text: string }) {
  const { state } = usePage();
  const names = mentionable(state).map(({ name }) => name.replaceAll(/[^\p{L}\p{N} ]/gu, '\\$&'));
  return text.split(new RegExp(`(@(?:${names.join('|')})(?!\\w))`, 'i')).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
      <span key={at} className="mention">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

interface ThreadLinkProps {
  readonly parent: PageMessage;
  readonly replies: readonly PageMessage[];
}

function ThreadLink({ parent, replies }: ThreadLinkProps) {
  const { me, today, go } = usePage();
  // As in Slack, the number of replies does not include ephemeral replies.
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
    <button type="button" className="thread-link small row" onClick={() => go({ thread: parent.ts })}>
      {authors.map((author) => (
        <Avatar key={author} author={author} size={24} />
      ))}
      <strong>{t.message.replies(counted.length)}</strong>
      <span className="quiet">{t.message.lastReply(when)}</span>
    </button>
  );
}
