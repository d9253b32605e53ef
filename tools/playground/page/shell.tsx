import { useEffect, useMemo, useState } from 'react';
import { Channel } from './channel/channel.tsx';
import { TAB_PANEL_ID } from './channel/home.tsx';
import { SidePane, useSidePane } from './channel/side-pane.tsx';
import { Sidebar } from './channel/sidebar.tsx';
import { COMPOSER_ID } from './composer/composer.tsx';
import type { PageChannel, PageState } from './contract.ts';
import { Dialog } from './dialog.tsx';
import { FormDialog } from './form/form-dialog.tsx';
import { NARROW, useMedia } from './media.ts';
import { channelTitle } from './message/authors.ts';
import { usePage } from './page-context.ts';
import type { Route } from './route.ts';
import { t } from './texts.ts';

export function Shell({ route }: { readonly route: Route }) {
  const { state } = usePage();
  const isNarrow = useMedia(NARROW);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [hasControls, setHasControls] = useState(!isNarrow);
  const channel = currentChannel(state, route);
  const tab = channel?.isDm ? (route.tab ?? 'messages') : 'messages';
  const unread = useUnread(state, tab === 'messages' ? channel?.id : undefined);
  const parent = state.messages.find((one) => one.ts === route.thread && one.channel === channel?.id);
  const side = useSidePane(parent !== undefined);
  const title = channel === undefined ? state.team : t.title(channelTitle(channel), state.team);
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (channel === undefined) return null;

  const sidebar = { current: channel.id, unread };
  const closeMenu = () => setIsMenuOpen(false);
  return (
    <>
      <a className="visually-hidden notice" href={`#${tab === 'messages' ? COMPOSER_ID : TAB_PANEL_ID}`}>
        {tab === 'messages' ? t.skipToComposer : t.skipToPanel(t.app.tabs[tab])}
      </a>
      <div className={`shell grow${parent !== undefined || side.hasLog ? ' shell-with-pane' : ''}`}>
        {!isNarrow && (
          <aside className="side column" aria-label={t.sidebar.label}>
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
          tab={tab}
          unread={unread.get(channel.id) ?? 0}
          hasControls={hasControls}
          onControls={() => setHasControls(!hasControls)}
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

/** Returns the URL's channel; for another person's direct message, the current person's direct message. */
function currentChannel({ channels }: PageState, { channel: id }: Route): PageChannel | undefined {
  const isDm = id?.startsWith('D') === true;
  return channels.find((one) => one.id === id) ?? channels.find((one) => isDm && one.isDm) ?? channels[0];
}

/**
 * Counts the current person's unread messages from others, by channel. Messages that exist when the page
 * opens count as read for the person who is shown first.
 */
function useUnread(state: PageState | undefined, channel: string | undefined): ReadonlyMap<string, number> {
  const [read, setRead] = useState<ReadonlySet<string>>();
  useEffect(() => {
    if (state === undefined) return;
    setRead((before) => {
      const shown = state.messages.filter((one) => before === undefined || one.channel === channel);
      const fresh = shown.map((one) => `${state.person} ${one.ts}`).filter((one) => !before?.has(one));
      return fresh.length === 0 && before !== undefined ? before : new Set([...(before ?? []), ...fresh]);
    });
  }, [state, channel]);
  return useMemo(() => {
    const counts = new Map<string, number>();
    if (state === undefined || read === undefined) return counts;
    for (const { channel: where, ts, author, threadTs } of state.messages) {
      const isNews = author !== state.person && threadTs === undefined && where !== channel;
      if (isNews && !read.has(`${state.person} ${ts}`)) counts.set(where, (counts.get(where) ?? 0) + 1);
    }
    return counts;
  }, [state, read, channel]);
}
