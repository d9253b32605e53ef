import { useCallback, useMemo } from 'react';
import { dayOf } from '../../fake-slack/dates.ts';
import { sendAction, useConnection } from './connection.ts';
import { Icon } from './icons.tsx';
import { PageContext, type PageContextValue } from './page-context.ts';
import { changeRoute, useRoute } from './route.ts';
import { Shell } from './shell.tsx';
import { t } from './texts.ts';

const START_COMMAND =
  location.port === '3210' ? 'npm run playground' : `npm run playground -- --port ${location.port || '80'}`;

export function App() {
  const [route, setRoute] = useRoute();
  const { state, status } = useConnection(route.person);
  const me = state?.people.find((one) => one.id === state.person);
  const go = useCallback<PageContextValue['go']>(
    (change) => setRoute(changeRoute(route, change)),
    [route, setRoute],
  );
  const page = useMemo(() => {
    if (state === undefined || me === undefined) return undefined;
    const today = dayOf(new Date(state.clock.now), me.zone);
    return { state, me, today, send: sendAction, go };
  }, [state, me, go]);

  return (
    <div className="page column">
      {status === 'lost' && (
        <p className="notice row" role="alert">
          <Icon name="warning" />
          <b>{t.lost.title}</b> <span>{t.lost.advice}</span> <code>{START_COMMAND}</code>
        </p>
      )}
      {page === undefined ? (
        status === 'opening' && <p className="notice">{t.loading}</p>
      ) : (
        <PageContext value={page}>
          <Shell route={route} />
        </PageContext>
      )}
    </div>
  );
}
