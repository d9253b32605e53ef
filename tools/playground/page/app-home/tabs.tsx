import { type KeyboardEvent, useRef } from 'react';
import { usePage } from '../page-context.ts';
import { APP_TABS, type AppTab } from '../route.ts';
import { t } from '../texts.ts';

interface TabsProps {
  readonly current: AppTab;
  /** How many messages have not been read. */
  readonly unread: number;
}

export const TAB_PANEL_ID = 'app-tab';

/** The parts of the bot's own place, as in Slack. Arrow keys go from one to the next. */
export function Tabs({ current, unread }: TabsProps) {
  const { state, go } = usePage();
  const list = useRef<HTMLDivElement>(null);
  const tabs = APP_TABS.filter((tab) => tab !== 'home' || state.bot.hasHome);
  const choose = (tab: AppTab) => go({ tab: tab === 'messages' ? undefined : tab, thread: undefined });
  const keyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs.at((tabs.indexOf(current) + step) % tabs.length);
    if (next === undefined) return;
    choose(next);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    <div className="app-tabs row" role="tablist" aria-label={state.bot.name} ref={list} onKeyDown={keyDown}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`${TAB_PANEL_ID}-${tab}`}
          data-tab={tab}
          aria-selected={tab === current}
          aria-controls={tab === current ? TAB_PANEL_ID : undefined}
          tabIndex={tab === current ? 0 : -1}
          onClick={() => choose(tab)}
        >
          {t.app.tabs[tab]}
          {tab === 'messages' && unread > 0 && (
            <span className="side-count">
              <span aria-hidden="true">{unread}</span>
              <span className="visually-hidden">{t.sidebar.unread(unread)}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
