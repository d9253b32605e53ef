import { useEffect, useState } from 'react';
import { Channel, COMPOSER_ID } from './channel/channel.tsx';
import { Pane } from './channel/pane.tsx';
import { Sidebar } from './channel/sidebar.tsx';
import type { PageChannel, PageMessage, PageState } from './contract.ts';
import { Dialog } from './dialog.tsx';
import { FormDialog } from './form/form-dialog.tsx';
import { NARROW, PANE_OVERLAYS, type ThemeChoice, useMedia } from './media.ts';
import { useStoredChoice } from './memo.ts';
import { channelTitle } from './message/authors.ts';
import { Thread } from './message/thread.tsx';
import { useUnread } from './message/unread.ts';
import { usePage } from './page-context.ts';
import { RequestLog } from './panels/request-log.tsx';
import type { Route } from './route.ts';

const OPEN = ['open', 'closed'] as const;

interface ShellProps {
  readonly route: Route;
  readonly themeChoice: ThemeChoice;
  readonly onTheme: (choice: ThemeChoice) => void;
}

export function Shell({ route, themeChoice, onTheme }: ShellProps) {
  const { state, t } = usePage();
  const isNarrow = useMedia(NARROW);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [controls, setControls] = useStoredChoice('controls', OPEN, isNarrow ? 'closed' : 'open');
  const channel = currentChannel(state, route);
  const unread = useUnread(state, channel?.id);
  const parent = state.messages.find((one) => one.ts === route.thread && one.channel === channel?.id);
  const side = useSidePane(parent !== undefined);
  const title = channel === undefined ? state.team : t.title(channelTitle(channel), state.team);
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (channel === undefined) return null;

  const sidebar = { current: channel.id, unread, themeChoice, onTheme };
  const closeMenu = () => setIsMenuOpen(false);
  return (
    <>
      <a className="skip-link" href={`#${COMPOSER_ID}`}>
        {t.skipToComposer}
      </a>
      <div className={`shell grow${parent !== undefined || side.hasLog ? ' shell-with-pane' : ''}`}>
        {!isNarrow && (
          <aside className="side" aria-label={t.sidebar.label}>
            <Sidebar {...sidebar} />
          </aside>
        )}
        {isNarrow && isMenuOpen && (
          <Dialog className="overlay side column" label={t.sidebar.label} isLight onClose={closeMenu}>
            <Sidebar {...sidebar} onClose={closeMenu} />
          </Dialog>
        )}
        <Channel
          channel={channel}
          hasControls={controls === 'open'}
          onControls={() => setControls(controls === 'open' ? 'closed' : 'open')}
          hasLog={side.hasLog}
          onLog={side.toggleLog}
          {...(isNarrow ? { onMenu: () => setIsMenuOpen(true) } : {})}
        />
        <SidePane side={side} parent={parent} channel={channel} />
      </div>
      {state.form !== undefined && <FormDialog form={state.form} />}
    </>
  );
}

interface SidePaneProps {
  readonly side: ReturnType<typeof useSidePane>;
  readonly parent: PageMessage | undefined;
  readonly channel: PageChannel;
}

function SidePane({ side, parent, channel }: SidePaneProps) {
  const { t } = usePage();
  if (parent !== undefined) {
    return (
      <Pane
        isOverlay={side.isOverlay}
        title={t.thread.title}
        about={channelTitle(channel)}
        closeLabel={t.thread.close}
        onClose={side.closeThread}
      >
        <Thread parent={parent} channel={channel} />
      </Pane>
    );
  }
  if (!side.hasLog) return null;
  return (
    <Pane
      isOverlay={side.isOverlay}
      title={t.channel.log}
      closeLabel={t.channel.closePane}
      onClose={side.closeLog}
    >
      <div className="pane-body grow">
        <RequestLog />
      </div>
    </Pane>
  );
}

/** What stands beside the channel, or over it where there is no room: a thread, else the request log if it is open. */
function useSidePane(hasThread: boolean) {
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

/** The channel of the address. Each person has a direct message of their own, so its id says only that it is one. */
function currentChannel({ channels }: PageState, { channel: id }: Route): PageChannel | undefined {
  const isDm = id?.startsWith('D') === true;
  return channels.find((one) => one.id === id) ?? channels.find((one) => isDm && one.isDm) ?? channels[0];
}
