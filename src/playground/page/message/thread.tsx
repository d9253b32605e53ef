import { Composer } from '../composer/composer.tsx';
import { boxOf } from '../composer/drafts.ts';
import type { PageChannel, PageMessage } from '../contract.ts';
import { usePage } from '../page-context.ts';
import { repliesTo } from './authors.ts';
import { MessageItem } from './message.tsx';
import { MessageList } from './message-list.tsx';

export function Thread({ parent, channel }: { readonly parent: PageMessage; readonly channel: PageChannel }) {
  const { state, me, t } = usePage();
  const replies = repliesTo(parent, state.messages);
  const count = replies.filter((one) => !one.isOnlyForYou).length;
  const box = boxOf(me.id, channel.id, parent.ts);
  return (
    <>
      <MessageList of={box} label={t.thread.title} messages={replies} hasDays={false}>
        <MessageItem message={parent} isContinued={false} />
        {count > 0 && (
          <p className="thread-count quiet small row">
            <span>{t.message.replies(count)}</span>
          </p>
        )}
      </MessageList>
      <Composer
        key={parent.ts}
        box={box}
        channel={channel.id}
        threadTs={parent.ts}
        label={t.composer.replyLabel}
        placeholder={t.composer.replyLabel}
      />
    </>
  );
}
