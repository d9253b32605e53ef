import { PaneHead } from '../channel/pane.tsx';
import { Composer } from '../composer/composer.tsx';
import { boxOf } from '../composer/send.ts';
import type { PageChannel, PageMessage } from '../contract.ts';
import { usePage } from '../page-context.ts';
import { channelTitle, repliesTo } from './authors.ts';
import { Message } from './message.tsx';
import { MessageList } from './message-list.tsx';

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
  const { thread, message, composer } = words.shell;
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
            <span>{message.replies(count)}</span>
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
