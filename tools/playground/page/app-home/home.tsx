import { useEffect, useRef } from 'react';
import { failureText, useActions } from '../action.ts';
import type { PageView } from '../contract.ts';
import { useEntries } from '../form/entries.ts';
import { ViewBlocks } from '../form/view-blocks.tsx';
import { usePage } from '../page-context.ts';
import { t } from '../texts.ts';

/** What the bot publishes for whoever looks. It is told each time somebody comes here. */
export function Home() {
  const { state, me, send } = usePage();
  const { pending, failure, run } = useActions();
  const opened = useRef<string>(undefined);
  useEffect(() => {
    // React runs effects twice while developing; Slack tells the bot once.
    if (opened.current === me.id) return;
    opened.current = me.id;
    void run('home', () => send({ kind: 'home', person: me.id }));
  });
  return (
    <div className="app-panel" aria-busy={pending !== undefined}>
      <h2 className="visually-hidden">{t.app.tabs.home}</h2>
      {failure && (
        <p className="notice" role="alert">
          {failureText(failure, t.blocks)}
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
    <div className="app-home column" aria-busy={entries.pending !== undefined}>
      <ViewBlocks blocks={view.blocks} entries={entries} />
      <p className="failure small" role="status">
        {entries.failure && `⚠ ${failureText(entries.failure, t.blocks)}`}
      </p>
    </div>
  );
}
