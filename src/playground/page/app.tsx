import { useCallback, useEffect, useMemo } from 'react';
import { createDrafts } from './composer/drafts.ts';
import { sendAct, useConnection } from './connection.ts';
import { Icon } from './icons.tsx';
import { type Words, wordsFor } from './locales/index.ts';
import { keepIn } from './memo.ts';
import { PageContext, type PageContextValue } from './page-context.ts';
import { changePlace, usePlace } from './route.ts';
import { useTheme } from './theme.ts';
import { dayOf } from './time.ts';
import { Desk } from './workspace.tsx';

const START_COMMAND =
  location.port === '3210' ? 'npm run playground' : `npm run playground -- --port ${location.port || '80'}`;
const drafts = createDrafts(keepIn(() => sessionStorage));

/** The whole page. */
export function App() {
  const [place, goTo] = usePlace();
  const { state, status } = useConnection(place.person);
  const { theme, choice, choose } = useTheme();
  const me = state?.people.find((one) => one.id === state.person);
  const words = wordsFor(me?.locale ?? navigator.language);
  const go = useCallback(
    (change: Parameters<PageContextValue['go']>[0]) => goTo(changePlace(place, change)),
    [place, goTo],
  );
  const today = state === undefined || me === undefined ? '' : dayOf(new Date(state.clock.now), me.zone);
  const page = useMemo(
    () =>
      state === undefined || me === undefined
        ? undefined
        : { state, me, words, theme, today, drafts, act: sendAct, go },
    [state, me, words, theme, today, go],
  );
  useEffect(() => {
    document.documentElement.lang = words.language;
  }, [words]);

  return (
    <div className="page">
      {status === 'lost' && <LostBanner words={words} />}
      {page === undefined ? (
        status === 'opening' && <p className="opening">{words.shell.loading}</p>
      ) : (
        <PageContext value={page}>
          <Desk place={place} themeChoice={choice} onTheme={choose} />
        </PageContext>
      )}
    </div>
  );
}

function LostBanner({ words }: { readonly words: Words }) {
  const [before, after] = words.shell.lost.advice('\n').split('\n');
  return (
    <div className="lost" role="alert">
      <Icon name="warning" />
      <p>
        <b>{words.shell.lost.title}</b> {before}
        <code>{START_COMMAND}</code>
        {after}
      </p>
    </div>
  );
}
