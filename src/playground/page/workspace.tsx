import { useEffect, useState } from 'react';
import { Channel, COMPOSER_ID } from './channel/channel.tsx';
import { Pane, PaneHead } from './channel/pane.tsx';
import { Sidebar } from './channel/sidebar.tsx';
import { loadHappening } from './connection.ts';
import type { PageChannel, PageState } from './contract.ts';
import { Overlay } from './dialog.tsx';
import { FormDialog } from './form/form-dialog.tsx';
import { NARROW, PANE_OVERLAYS, useMedia } from './media.ts';
import { channelTitle } from './message/authors.ts';
import { Thread } from './message/thread.tsx';
import { useUnread } from './message/unread.ts';
import { usePage } from './page-context.ts';
import { Happenings } from './panels/request-log.tsx';
import { useRemembered } from './remembered.ts';
import type { Place } from './route.ts';
import type { ThemeChoice } from './theme.ts';

const OPEN = ['open', 'closed'] as const;

interface DeskProps {
  readonly place: Place;
  readonly themeChoice: ThemeChoice;
  readonly onTheme: (choice: ThemeChoice) => void;
}

/** The page once there is something to show: sidebar, channel, what stands beside it, and the form on top. */
export function Desk({ place, themeChoice, onTheme }: DeskProps) {
  const { state, me, words, theme, go, act } = usePage();
  const isNarrow = useMedia(NARROW);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const isPaneOver = useMedia(PANE_OVERLAYS);
  const [beside, setBeside] = useRemembered('happenings', OPEN, 'closed');
  // What covers the channel is not opened by a choice of another day.
  const [isOver, setIsOver] = useState(false);
  const [controls, setControls] = useRemembered('controls', OPEN, isNarrow ? 'closed' : 'open');
  const channel = currentChannel(state, place);
  const unread = useUnread(state, channel?.id);
  const title = channel === undefined ? state.team : words.shell.title(channelTitle(channel), state.team);
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (channel === undefined) return null;

  const parent = state.messages.find((one) => one.ts === place.thread && one.channel === channel.id);
  const hasHappenings = parent === undefined && (isPaneOver ? isOver : beside === 'open');
  const sidebar = { current: channel.id, unread, themeChoice, onTheme };
  const closeThread = () => {
    go({ thread: undefined });
    // Over the channel, closing gives the focus back by itself.
    if (!isPaneOver) document.getElementById(COMPOSER_ID)?.focus();
  };
  const toggleHappenings = () => {
    if (parent !== undefined) closeThread();
    setIsOver(isPaneOver && !hasHappenings);
    if (!isPaneOver) setBeside(hasHappenings ? 'closed' : 'open');
  };
  const closeHappenings = () => {
    toggleHappenings();
    if (!isPaneOver) document.getElementById(COMPOSER_ID)?.focus();
  };
  return (
    <>
      <a className="skip-link" href={`#${COMPOSER_ID}`}>
        {words.shell.skipToComposer}
      </a>
      <div className={`desk${parent !== undefined || hasHappenings ? ' desk-with-pane' : ''}`}>
        {isNarrow ? (
          isMenuOpen && (
            <Overlay className="side" label={words.shell.sidebar.label} onClose={() => setIsMenuOpen(false)}>
              <Sidebar {...sidebar} onClose={() => setIsMenuOpen(false)} />
            </Overlay>
          )
        ) : (
          <aside className="side" aria-label={words.shell.sidebar.label}>
            <Sidebar {...sidebar} />
          </aside>
        )}
        <Channel
          channel={channel}
          hasControls={controls === 'open'}
          onControls={() => setControls(controls === 'open' ? 'closed' : 'open')}
          hasHappenings={hasHappenings}
          onHappenings={toggleHappenings}
          {...(isNarrow ? { onMenu: () => setIsMenuOpen(true) } : {})}
        />
        {parent !== undefined && (
          <Pane isOverlay={isPaneOver} label={words.shell.thread.title} onClose={closeThread}>
            <Thread parent={parent} channel={channel} onClose={closeThread} />
          </Pane>
        )}
        {hasHappenings && (
          <Pane isOverlay={isPaneOver} label={words.shell.channel.happenings} onClose={closeHappenings}>
            <PaneHead
              title={words.shell.channel.happenings}
              closeLabel={words.shell.channel.closePane}
              onClose={closeHappenings}
            />
            <div className="pane-body">
              <Happenings happenings={state.requests} person={me} words={words} load={loadHappening} />
            </div>
          </Pane>
        )}
      </div>
      {state.form !== undefined && (
        <FormDialog
          form={state.form}
          people={state.people}
          channels={state.channels}
          person={me}
          theme={theme}
          words={words}
          act={act}
        />
      )}
    </>
  );
}

/** The channel of the address. Each person has a direct message of their own, so its id says only that it is one. */
function currentChannel({ channels }: PageState, { channel: id }: Place): PageChannel | undefined {
  const isDm = id?.startsWith('D') === true;
  return channels.find((one) => one.id === id) ?? channels.find((one) => isDm && one.isDm) ?? channels[0];
}
