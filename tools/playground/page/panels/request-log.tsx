import { useEffect, useState } from 'react';
import { loadRequest } from '../connection.ts';
import type { LoggedRequest, LoggedRequestDetail } from '../contract.ts';
import { Icon } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { t } from '../texts.ts';
import { clockSeconds } from '../time.ts';
import { JsonView } from './json-view.tsx';

/** Every request between Slack, the bot and the platform, by what the person did, the newest action first. */
export function RequestLog() {
  const { state } = usePage();
  if (state.requests.length === 0) {
    return (
      <div className="log log-empty quiet small">
        <Parties from="slack" to="bot" />
        <strong>{t.requestLog.empty}</strong>
        <p>{t.requestLog.emptyHint}</p>
      </div>
    );
  }
  return (
    <div className="log small">
      {groupRequests(state.requests).map((group) => (
        <Group key={group.id} group={group} />
      ))}
    </div>
  );
}

function Group({ group }: { readonly group: RequestGroup }) {
  const { me } = usePage();
  const { requests, problems } = group;
  const at = requests[0]?.at ?? '';
  return (
    <div className="log-group card">
      <header className="row">
        <h3 className="grow">{titleOf(group)}</h3>
        {problems > 0 && (
          <span className="log-problems">
            <span aria-hidden="true">⚠ </span>
            {t.requestLog.problems(problems)}
          </span>
        )}
        <time className="quiet" dateTime={at}>
          {clockSeconds(new Date(at), me)}
        </time>
      </header>
      <ol>
        {requests.map((request) => (
          <Row key={request.id} request={request} />
        ))}
      </ol>
    </div>
  );
}

function titleOf({ trigger }: RequestGroup): string {
  const texts = t.requestLog;
  if (trigger === undefined) return texts.background;
  if (trigger.name.startsWith('/')) return texts.typed(trigger.name);
  const byType = new Map([
    ['block_actions', texts.pressed],
    ['view_submission', texts.submitted],
    ['view_closed', texts.closed],
    ['message', texts.wrote],
    ['app_mention', texts.mentioned],
    ['message_action', texts.usedShortcut],
    ['shortcut', texts.usedShortcut],
    ['app_home_opened', texts.openedHome],
    ['function_executed', texts.ranStep],
  ]);
  return byType.get(trigger.name) ?? texts.sent(trigger.name);
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
        <Parties from={from} to={to} />
        <span className="log-name">{name}</span>
        <span className="log-end row">
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
        </span>
      </button>
      {isOpen && <Detail id={id} />}
    </li>
  );
}

function Parties({ from, to }: Pick<LoggedRequest, 'from' | 'to'>) {
  const { parties } = t;
  return (
    <span className="parties row">
      <span className={`party-${from}`}>{parties[from]}</span>
      <span className="parties-arrow quiet" aria-hidden="true">
        →
      </span>
      <span className={`party-${to}`}>{parties[to]}</span>
    </span>
  );
}

function Detail({ id }: { readonly id: number }) {
  const { requestLog } = t;
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
  if (detail === undefined) return <p className="log-note quiet">{requestLog.loading}</p>;
  if (detail === 'failed') return <p className="log-note quiet">{requestLog.failed}</p>;
  return (
    <div className="log-detail">
      <Body id={id} title={requestLog.request} text={detail.request} />
      <Body id={id} title={requestLog.answer} text={detail.answer} />
    </div>
  );
}

function Body({ id, title, text }: { readonly id: number; readonly title: string; readonly text: string }) {
  const { requestLog } = t;
  const [isCopied, setIsCopied] = useState(false);
  if (text.trim() === '') {
    return (
      <p className="log-note quiet">
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
      <div className="json-head row">
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

/** What one action of a person set going; `trigger` told the bot of it, and is missing before any. */
type RequestGroup = ReturnType<typeof groupRequests>[number];

/** Groups by what a person did, newest group first. What the bot does later by itself is with the last action. */
export function groupRequests(requests: readonly LoggedRequest[]) {
  const groups: LoggedRequest[][] = [];
  for (const request of [...requests].sort(byTime)) {
    const group = groups.at(-1);
    if (group === undefined || isTrigger(request)) groups.push([request]);
    else group.push(request);
  }
  return groups.toReversed().map((group) => ({
    id: group[0]?.id ?? 0,
    trigger: group.find(isTrigger),
    requests: group,
    problems: group.filter(({ isProblem }) => isProblem).length,
  }));
}

/** By their beginning: a request within another one ends first. The clock may jump, so only near ones are swapped. */
function byTime(a: LoggedRequest, b: LoggedRequest): number {
  const difference = Date.parse(a.at) - Date.parse(b.at);
  return Math.abs(difference) > 60_000 || difference === 0 ? a.id - b.id : difference;
}

/** That the bot hears of its own messages is no action of a person. */
function isTrigger({ from, to, name }: LoggedRequest): boolean {
  return from === 'slack' && to === 'bot' && name !== 'own message';
}
