import { type KeyboardEvent, useEffect, useRef } from 'react';
import { failureText, useActions } from '../action.ts';
import type { PageView } from '../contract.ts';
import { useEntries, ViewBlocks } from '../form/view.tsx';
import { usePage } from '../page-context.ts';
import { APP_TABS, type AppTab } from '../route.ts';
import { t } from '../texts.ts';
import { UnreadCount } from './sidebar.tsx';

export const TAB_PANEL_ID = 'app-tab';

interface TabsProps {
  readonly current: AppTab;
  readonly unread: number;
}

/** The tabs of the direct message with the bot, as in Slack. Arrow keys switch between the tabs. */
export function Tabs({ current, unread }: TabsProps) {
  const { state, go } = usePage();
  const list = useRef<HTMLDivElement>(null);
  const choose = (tab: AppTab) => go({ tab: tab === 'messages' ? undefined : tab, thread: undefined });
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    const next = current === 'home' ? 'messages' : 'home';
    choose(next);
    list.current?.querySelector<HTMLElement>(`#${TAB_PANEL_ID}-${next}`)?.focus();
  };
  return (
    <div className="app-tabs row" role="tablist" aria-label={state.bot.name} ref={list} onKeyDown={keyDown}>
      {APP_TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          className="row"
          id={`${TAB_PANEL_ID}-${tab}`}
          aria-selected={tab === current}
          aria-controls={tab === current ? TAB_PANEL_ID : undefined}
          tabIndex={tab === current ? 0 : -1}
          onClick={() => choose(tab)}
        >
          {t.app.tabs[tab]}
          {tab === 'messages' && <UnreadCount unread={unread} />}
        </button>
      ))}
    </div>
  );
}

/** The bot's Home tab for the current person. At each visit the bot gets `app_home_opened`. */
export function Home() {
  const { state, me, send } = usePage();
  const { pending, failure, run } = useActions();
  const opened = useRef<string>(undefined);
  useEffect(() => {
    // React runs effects twice in development, but Slack sends one event per visit.
    if (opened.current === me.id) return;
    opened.current = me.id;
    void run('home', () => send({ kind: 'home', person: me.id }));
  });
  return (
    <div aria-busy={pending !== undefined}>
      <h2 className="visually-hidden">{t.app.tabs.home}</h2>
      {failure && (
        <p className="notice" role="alert">
          {failureText(failure)}
        </p>
      )}
      {state.home === undefined ? (
        <p className="quiet" role="status">
          {pending === undefined ? t.app.noHome : t.blocks.working}
        </p>
      ) : (
        <PublishedView view={state.home} />
      )}
    </div>
  );
}

function PublishedView({ view }: { readonly view: PageView }) {
  const { send } = usePage();
  const entries = useEntries(view, (use) => send({ kind: 'use-home', ...use }));
  return (
    <div className="blocks column" aria-busy={entries.pending !== undefined}>
      <ViewBlocks blocks={view.blocks} entries={entries} />
      <p className="failure small" role="status">
        {entries.failure && `⚠ ${failureText(entries.failure)}`}
      </p>
    </div>
  );
}
