import { useEffect, useState } from 'react';
import { loadRequest } from '../connection.ts';
import type { LoggedRequest, LoggedRequestDetail } from '../contract.ts';
import { usePage } from '../page-context.ts';
import { ScrollBox } from '../scroll-box.tsx';
import { t } from '../texts.ts';
import { clockSeconds } from '../time.ts';

export function RequestLog() {
  const { requests } = usePage().state;
  if (requests.length === 0) {
    return (
      <p className="log-empty quiet small">
        <b>{t.requestLog.empty}</b> {t.requestLog.emptyHint}
      </p>
    );
  }
  return (
    <ol className="log small grow">
      {requests.toReversed().map((request) => (
        <Row key={request.id} request={request} />
      ))}
    </ol>
  );
}

function Row({ request }: { readonly request: LoggedRequest }) {
  const { me } = usePage();
  const { id, at, from, to, name, outcome, isProblem, tookMs } = request;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={isProblem ? 'is-problem' : ''}>
      <button
        type="button"
        className="log-row row"
        aria-expanded={isOpen}
        title={clockSeconds(new Date(at), me)}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="row tiny">
          <b>{t.parties[from]}</b>
          <span className="quiet" aria-hidden="true">
            →
          </span>
          <b>{t.parties[to]}</b>
        </span>
        <code className="grow">{name}</code>
        <span className="log-outcome">
          {isProblem && (
            <>
              <span aria-hidden="true">⚠ </span>
              <span className="visually-hidden">{t.requestLog.problem}: </span>
            </>
          )}
          {outcome}
        </span>
        <span className="log-took figures quiet">{Math.round(tookMs)} ms</span>
      </button>
      {isOpen && <Detail id={id} />}
    </li>
  );
}

function Detail({ id }: { readonly id: number }) {
  const [detail, setDetail] = useState<LoggedRequestDetail | 'failed'>();
  useEffect(() => {
    let isWanted = true;
    loadRequest(id).then(
      (found) => isWanted && setDetail(found),
      () => isWanted && setDetail('failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [id]);
  if (detail === undefined || detail === 'failed')
    return <p className="quiet">{detail === 'failed' ? t.requestLog.failed : t.requestLog.loading}</p>;
  return (
    <>
      <Body id={id} title={t.requestLog.request} text={detail.request} />
      <Body id={id} title={t.requestLog.answer} text={detail.answer} />
    </>
  );
}

function Body({ id, title, text }: { readonly id: number; readonly title: string; readonly text: string }) {
  return (
    <>
      <h3 className="small">{title}</h3>
      <ScrollBox className="code-box card" label={`${title} ${id}`}>
        <pre>{text.trim() || t.requestLog.nothing}</pre>
      </ScrollBox>
    </>
  );
}
