import { dayOf } from '../../../fake-slack/dates.ts';
import { Blocks } from '../blocks/blocks.tsx';
import { mentionable } from '../composer/completion.tsx';
import type { PageMessage } from '../contract.ts';
import { Icon } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { t } from '../texts.ts';
import { clockTime, dayTitle, fullTime, instantOf } from '../time.ts';
import { authorName, plainText } from './authors.ts';
import { Avatar } from './avatar.tsx';
import { Files } from './files.tsx';
import { MessageTools } from './message-tools.tsx';

interface MessageItemProps {
  readonly message: PageMessage;
  /** Written right after another one by the same person: name and picture are not said again. */
  readonly isContinued: boolean;
  /** Where given, the message offers its thread, and shows how many replies it has. */
  readonly replies?: readonly PageMessage[];
}

export function MessageItem({ message, isContinued, replies }: MessageItemProps) {
  const { state, me, go } = usePage();
  const at = instantOf(message.ts);
  const name = authorName(message.author, state);
  const time = (
    <time className="message-time quiet" dateTime={at.toISOString()} title={fullTime(at, me)}>
      {clockTime(at, me)}
    </time>
  );
  return (
    <article
      className={`message${isContinued ? ' message-continued' : ''}`}
      aria-label={`${name}, ${clockTime(at, me)}`}
      data-ts={message.ts}
    >
      <div>{isContinued ? time : <Avatar author={message.author} size={36} />}</div>
      <div>
        {message.isOnlyForYou && (
          <p className="message-note quiet small row">
            <Icon name="eye" size={14} /> {t.message.onlyYou}
          </p>
        )}
        {!isContinued && (
          <header className="message-head row">
            <span className="message-author">{name}</span>
            {message.author === 'bot' && <span className="badge">{t.message.app}</span>}
            {time}
          </header>
        )}
        {message.isBroadcast && replies !== undefined && message.threadTs !== undefined && (
          <button type="button" className="link small" onClick={() => go({ thread: message.threadTs })}>
            {t.message.alsoInThread}
          </button>
        )}
        <MessageBody message={message} />
        {message.files.length > 0 && <Files files={message.files} />}
        {replies !== undefined && <ThreadLink parent={message} replies={replies} />}
      </div>
      {!message.isOnlyForYou && <MessageTools message={message} hasThread={replies !== undefined} />}
    </article>
  );
}

function MessageBody({ message }: { readonly message: PageMessage }) {
  const { state, me, send } = usePage();
  const { author, blocks, text, ts } = message;
  const edited = message.isEdited && <span className="quiet small">{t.message.edited}</span>;
  if (blocks.length === 0) {
    const isByApp = author === 'bot' || author === 'slackbot';
    return (
      <p className="message-text plain-text">
        {isByApp ? (
          <WithCode text={plainText(text, state)} />
        ) : (
          <WithMentions text={plainText(text, state)} />
        )}{' '}
        {edited}
      </p>
    );
  }
  return (
    <div className="message-blocks">
      <Blocks
        blocks={blocks}
        onUse={(blockId, actionId, value) =>
          send({ kind: 'press', person: me.id, ts, blockId, actionId, value })
        }
      />
      {edited}
    </div>
  );
}

/** Text in which what stands between back quotes is code, as in Slackbot's notices. */
function WithCode({ text }: { readonly text: string }) {
  return text.split(/`([^`\n]+)`/).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which do not move.
    at % 2 === 1 ? <code key={at}>{part}</code> : part,
  );
}

/** What somebody typed, with the names of whom it mentions marked. */
function WithMentions({ text }: { readonly text: string }) {
  const { state } = usePage();
  const names = mentionable(state).map(({ name }) => name.replaceAll(/[^\p{L}\p{N} ]/gu, '\\$&'));
  return text.split(new RegExp(`(@(?:${names.join('|')})(?!\\w))`, 'i')).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which do not move.
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
    <button type="button" className="thread-link small row" onClick={() => go({ thread: parent.ts })}>
      {authors.map((author) => (
        <Avatar key={author} author={author} size={24} />
      ))}
      <strong>{t.message.replies(counted.length)}</strong>
      <span className="quiet">{t.message.lastReply(when)}</span>
    </button>
  );
}
