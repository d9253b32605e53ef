import { useEffect, useState } from 'react';
import { loadRequest } from '../connection.ts';
import type { LoggedRequest, LoggedRequestDetail } from '../contract.ts';
import { Icon } from '../icons.tsx';
import type { Translations } from '../locales/index.ts';
import { usePage } from '../page-context.ts';
import { clockSeconds } from '../time.ts';
import { JsonView } from './json-view.tsx';
import { groupRequests, type RequestGroup } from './request-groups.ts';

/** Every request between Slack, the bot and the platform, by what the person did, the newest action first. */
export function RequestLog() {
  const { state, t } = usePage();
  if (state.requests.length === 0) {
    return (
      <div className="log log-empty">
        <Parties from="slack" to="bot" />
        <strong>{t.requestLog.empty}</strong>
        <p>{t.requestLog.emptyHint}</p>
      </div>
    );
  }
  return (
    <div className="log">
      {groupRequests(state.requests).map((group) => (
        <Group key={group.id} group={group} />
      ))}
    </div>
  );
}

function Group({ group }: { readonly group: RequestGroup }) {
  const { me, t } = usePage();
  const { requests, problems } = group;
  const at = requests[0]?.at ?? '';
  return (
    <div className="log-group">
      <header>
        <h3>{titleOf(group, t.requestLog)}</h3>
        {problems > 0 && (
          <span className="log-problems">
            <span aria-hidden="true">⚠ </span>
            {t.requestLog.problems(problems)}
          </span>
        )}
        <time dateTime={at}>{clockSeconds(new Date(at), me)}</time>
      </header>
      <ol>
        {requests.map((request) => (
          <Row key={request.id} request={request} />
        ))}
      </ol>
    </div>
  );
}

/** What the person did, in words. */
function titleOf({ trigger }: RequestGroup, texts: Translations['requestLog']): string {
  if (trigger === undefined) return texts.background;
  if (trigger.name.startsWith('/')) return texts.typed(trigger.name);
  switch (trigger.name) {
    case 'block_actions':
      return texts.pressed;
    case 'view_submission':
      return texts.submitted;
    case 'view_closed':
      return texts.closed;
    default:
      return texts.sent(trigger.name);
  }
}

function Row({ request }: { readonly request: LoggedRequest }) {
  const { me, t } = usePage();
  const { id, at, from, to, name, outcome, isProblem, tookMs } = request;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={isProblem ? 'is-problem' : ''}>
      <button
        type="button"
        className="log-row"
        aria-expanded={isOpen}
        title={clockSeconds(new Date(at), me)}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Parties from={from} to={to} />
        <span className="log-name">{name}</span>
        <span className="log-end">
          <span className="log-outcome">
            {isProblem && (
              <>
                <span aria-hidden="true">⚠ </span>
                <span className="visually-hidden">{t.requestLog.problem}: </span>
              </>
            )}
            {outcome}
          </span>
          <span className="log-took">{Math.round(tookMs)} ms</span>
        </span>
      </button>
      {isOpen && <Detail id={id} />}
    </li>
  );
}

function Parties({ from, to }: Pick<LoggedRequest, 'from' | 'to'>) {
  const { parties } = usePage().t;
  return (
    <span className="parties">
      <span className={`party-${from}`}>{parties[from]}</span>
      <span className="parties-arrow" aria-hidden="true">
        →
      </span>
      <span className={`party-${to}`}>{parties[to]}</span>
    </span>
  );
}

function Detail({ id }: { readonly id: number }) {
  const { requestLog } = usePage().t;
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
  if (detail === undefined) return <p className="log-note">{requestLog.loading}</p>;
  if (detail === 'failed') return <p className="log-note">{requestLog.failed}</p>;
  return (
    <div className="log-detail">
      <Body id={id} title={requestLog.request} text={detail.request} />
      <Body id={id} title={requestLog.answer} text={detail.answer} />
    </div>
  );
}

interface BodyProps {
  readonly id: number;
  readonly title: string;
  readonly text: string;
}

function Body({ id, title, text }: BodyProps) {
  const { requestLog } = usePage().t;
  const [isCopied, setIsCopied] = useState(false);
  if (text.trim() === '') {
    return (
      <p className="log-note">
        {title}: {requestLog.nothing.toLowerCase()}
      </p>
    );
  }
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  }
  return (
    <div className="json">
      <div className="json-head">
        <h4>{title}</h4>
        <button
          type="button"
          aria-label={requestLog.copy(title)}
          onClick={() => void copy().catch(() => setIsCopied(false))}
          onBlur={() => setIsCopied(false)}
        >
          <span aria-live="polite">
            {isCopied ? `✓ ${requestLog.copied}` : <Icon name="copy" size={14} />}
          </span>
        </button>
      </div>
      <JsonView label={`${title} ${id}`} text={text} />
    </div>
  );
}
