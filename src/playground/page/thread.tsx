import { channelTitle, repliesTo } from './authors.ts';
import { Composer } from './composer.tsx';
import type { PageChannel, PageMessage } from './contract.ts';
import { Message } from './message.tsx';
import { MessageList } from './message-list.tsx';
import { usePage } from './page-context.ts';
import { PaneHead } from './pane.tsx';
import { boxOf } from './send.ts';

interface ThreadProps {
  readonly parent: PageMessage;
  readonly channel: PageChannel;
  readonly onClose: () => void;
}

/** A message, the replies to it, and where one writes another. */
export function Thread({ parent, channel, onClose }: ThreadProps) {
  const { state, me, words } = usePage();
  const replies = repliesTo(parent, state.messages);
  const count = replies.filter((one) => !one.isOnlyForYou).length;
  const { thread, composer } = words.shell;
  return (
    <>
      <PaneHead
        title={thread.title}
        about={channelTitle(channel)}
        closeLabel={thread.close}
        onClose={onClose}
      />
      <MessageList
        of={boxOf(me.id, channel.id, parent.ts)}
        label={thread.title}
        messages={replies}
        hasDays={false}
      >
        <Message message={parent} isContinued={false} />
        {count > 0 && (
          <p className="thread-count">
            <span>{thread.replies(count)}</span>
          </p>
        )}
      </MessageList>
      <Composer
        key={parent.ts}
        box={boxOf(me.id, channel.id, parent.ts)}
        channel={channel.id}
        threadTs={parent.ts}
        label={composer.replyLabel}
        placeholder={composer.replyLabel}
      />
    </>
  );
}
