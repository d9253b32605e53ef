import { useState } from 'react';
import { Composer } from '../composer/composer.tsx';
import { boxOf } from '../composer/drafts.ts';
import type { PageChannel, PageMessage } from '../contract.ts';
import { Dialog } from '../dialog.tsx';
import { IconButton } from '../icons.tsx';
import { PANE_OVERLAYS, useMedia } from '../media.ts';
import { useStoredChoice } from '../memo.ts';
import { channelTitle, repliesTo } from '../message/authors.ts';
import { MessageItem } from '../message/message.tsx';
import { MessageList } from '../message/message-list.tsx';
import { usePage } from '../page-context.ts';
import { RequestLog } from '../panels/request-log.tsx';
import { t } from '../texts.ts';
import { COMPOSER_ID } from './channel.tsx';

export const OPEN = ['open', 'closed'] as const;

interface SidePaneProps {
  readonly side: ReturnType<typeof useSidePane>;
  /** The message whose thread is open. */
  readonly parent: PageMessage | undefined;
  readonly channel: PageChannel;
}

export function SidePane({ side, parent, channel }: SidePaneProps) {
  if (parent === undefined && !side.hasLog) return null;
  const title = parent === undefined ? t.channel.log : t.thread.title;
  const close = parent === undefined ? side.closeLog : side.closeThread;
  const content = (
    <>
      <div className="pane-head row">
        <h2>{title}</h2>
        <span className="quiet small ellipsis grow">{parent && channelTitle(channel)}</span>
        <IconButton icon="close" label={parent ? t.thread.close : t.form.close} onClick={close} />
      </div>
      {parent === undefined ? (
        <div className="pane-body grow">
          <RequestLog />
        </div>
      ) : (
        <Thread parent={parent} channel={channel} />
      )}
    </>
  );
  return side.isOverlay ? (
    <Dialog className="overlay pane column" label={title} isLight onClose={close}>
      {content}
    </Dialog>
  ) : (
    <aside className="pane column" aria-label={title}>
      {content}
    </aside>
  );
}

function Thread({ parent, channel }: { readonly parent: PageMessage; readonly channel: PageChannel }) {
  const { state, me } = usePage();
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

/** What stands beside the channel, or over it where there is no room: a thread, else the request log if it is open. */
export function useSidePane(hasThread: boolean) {
  const { go } = usePage();
  const isOverlay = useMedia(PANE_OVERLAYS);
  const [beside, setBeside] = useStoredChoice('request-log', OPEN, 'closed');
  // What covers the channel is not opened by a choice of another day.
  const [isOver, setIsOver] = useState(false);
  const hasLog = !hasThread && (isOverlay ? isOver : beside === 'open');
  const focusComposer = () => {
    // Over the channel, closing gives the focus back by itself.
    if (!isOverlay) document.getElementById(COMPOSER_ID)?.focus();
  };
  const closeThread = () => {
    go({ thread: undefined });
    focusComposer();
  };
  const toggleLog = () => {
    if (hasThread) closeThread();
    setIsOver(isOverlay && !hasLog);
    if (!isOverlay) setBeside(hasLog ? 'closed' : 'open');
  };
  const closeLog = () => {
    toggleLog();
    focusComposer();
  };
  return { isOverlay, hasLog, closeThread, toggleLog, closeLog };
}
