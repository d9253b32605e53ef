import { useState } from 'react';
import { COMPOSER_ID, Composer, useDraft } from '../composer/composer.tsx';
import type { PageChannel, PageMessage } from '../contract.ts';
import { Dialog } from '../dialog.tsx';
import { IconButton } from '../icons.tsx';
import { PANE_OVERLAYS, useMedia } from '../media.ts';
import { channelTitle, repliesTo } from '../message/authors.ts';
import { MessageItem } from '../message/message.tsx';
import { MessageList } from '../message/message-list.tsx';
import { usePage } from '../page-context.ts';
import { RequestLog } from '../panels/request-log.tsx';
import { t } from '../texts.ts';

interface SidePaneProps {
  readonly side: ReturnType<typeof useSidePane>;
  /** The first message of the open thread; `undefined` if no thread is open. */
  readonly parent: PageMessage | undefined;
  readonly channel: PageChannel;
}

export function SidePane({ side, parent, channel }: SidePaneProps) {
  const { me } = usePage();
  if (parent === undefined && !side.hasLog) return null;
  const title = parent === undefined ? t.channel.log : t.thread.title;
  const close = parent === undefined ? side.closeLog : side.closeThread;
  const content = (
    <>
      <div className="head row">
        <h2>{title}</h2>
        <span className="quiet small ellipsis grow">{parent && channelTitle(channel)}</span>
        <IconButton icon="close" label={parent ? t.thread.close : t.form.close} onClick={close} />
      </div>
      {parent === undefined ? (
        <RequestLog />
      ) : (
        <Thread key={`${me.id} ${parent.ts}`} parent={parent} channel={channel} />
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
  const { state } = usePage();
  const draft = useDraft(channel.id, parent.ts);
  return (
    <>
      <MessageList label={t.thread.title} messages={repliesTo(parent, state.messages)}>
        <MessageItem message={parent} />
      </MessageList>
      <Composer draft={draft} label={t.composer.replyLabel} placeholder={t.composer.replyLabel} />
    </>
  );
}

/** State of the pane next to the channel, which shows the open thread, or else the request log if open. */
export function useSidePane(hasThread: boolean) {
  const { go } = usePage();
  const isOverlay = useMedia(PANE_OVERLAYS);
  const [isLogOpen, setIsLogOpen] = useState(false);
  const hasLog = !hasThread && isLogOpen;
  const focusComposer = () => {
    // If the pane overlays the channel, its dialog returns the focus when it closes.
    if (!isOverlay) document.getElementById(COMPOSER_ID)?.focus();
  };
  const closeThread = () => {
    go({ thread: undefined });
    focusComposer();
  };
  const toggleLog = () => {
    if (hasThread) closeThread();
    setIsLogOpen(!hasLog);
  };
  const closeLog = () => {
    setIsLogOpen(false);
    focusComposer();
  };
  return { isOverlay, hasLog, closeThread, toggleLog, closeLog };
}
