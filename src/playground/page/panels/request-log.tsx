import { useEffect, useState } from 'react';
import type { LoggedRequest, LoggedRequestDetail, PagePerson } from '../contract.ts';
import type { Words } from '../locales/index.ts';
import { ScrollBox } from '../scroll-box.tsx';
import { jsonTokens } from './json-tokens.ts';
import { groupHappenings, type HappeningGroup } from './request-groups.ts';

export interface HappeningsProps {
  readonly happenings: readonly LoggedRequest[];
  readonly person: PagePerson;
  readonly words: Words;
  /** Fetches request and answer; rejects where they are not kept any more. */
  readonly load: (id: number) => Promise<LoggedRequestDetail>;
}

/** Every request between Slack, the bot and the platform, by what the person did, the newest deed first. */
export function Happenings({ happenings, person, words, load }: HappeningsProps) {
  const said = words.panels.happenings;
  if (happenings.length === 0) {
    return (
      <div className="happenings happenings-empty">
        <Route from="slack" to="bot" words={words} />
        <strong>{said.empty}</strong>
        <p>{said.emptyHint}</p>
      </div>
    );
  }
  const times = new Intl.DateTimeFormat(person.locale, {
    timeZone: person.zone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return (
    <div className="happenings">
      {groupHappenings(happenings).map((group) => (
        <div key={group.id} className="happening-group">
          <header>
            <h3>{deedOf(group, words)}</h3>
            {group.problems > 0 && (
              <span className="happening-problems">
                <span aria-hidden="true">⚠ </span>
                {said.problems(group.problems)}
              </span>
            )}
            <time dateTime={group.happenings[0]?.at}>
              {times.format(new Date(group.happenings[0]?.at ?? 0))}
            </time>
          </header>
          <ol>
            {group.happenings.map((happening) => (
              <Row key={happening.id} {...{ happening, words, times, load }} />
            ))}
          </ol>
        </div>
      ))}
    </div>
  );
}

/** What the person did, in words. */
function deedOf({ deed }: HappeningGroup, { panels: { happenings: said } }: Words): string {
  if (deed === undefined) return said.background;
  if (deed.name.startsWith('/')) return said.typed(deed.name);
  switch (deed.name) {
    case 'block_actions':
      return said.pressed;
    case 'view_submission':
      return said.submitted;
    case 'view_closed':
      return said.closed;
    default:
      return said.sent(deed.name);
  }
}

interface RowProps {
  readonly happening: LoggedRequest;
  readonly words: Words;
  readonly times: Intl.DateTimeFormat;
  readonly load: HappeningsProps['load'];
}

function Row({ happening, words, times, load }: RowProps) {
  const { id, at, from, to, name, outcome, isProblem, tookMs } = happening;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={isProblem ? 'is-problem' : ''}>
      <button
        type="button"
        className="happening"
        aria-expanded={isOpen}
        title={times.format(new Date(at))}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Route from={from} to={to} words={words} />
        <span className="happening-name">{name}</span>
        <span className="happening-end">
          <span className="happening-outcome">
            {isProblem && (
              <>
                <span aria-hidden="true">⚠ </span>
                <span className="visually-hidden">{words.panels.happenings.problem}: </span>
              </>
            )}
            {outcome}
          </span>
          <span className="happening-took">{Math.round(tookMs)} ms</span>
        </span>
      </button>
      {isOpen && <Detail id={id} words={words} load={load} />}
    </li>
  );
}

function Route({ from, to, words }: Pick<LoggedRequest, 'from' | 'to'> & { readonly words: Words }) {
  return (
    <span className="route">
      <span className={`party party-${from}`}>{words.panels.parties[from]}</span>
      <span className="route-arrow" aria-hidden="true">
        →
      </span>
      <span className={`party party-${to}`}>{words.panels.parties[to]}</span>
    </span>
  );
}

function Detail({
  id,
  words,
  load,
}: {
  readonly id: number;
  readonly words: Words;
  readonly load: RowProps['load'];
}) {
  const said = words.panels.happenings;
  const [detail, setDetail] = useState<LoggedRequestDetail | 'failed'>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a happening never changes; it is fetched once.
  useEffect(() => {
    let isWanted = true;
    load(id).then(
      (found) => isWanted && setDetail(found),
      () => isWanted && setDetail('failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [id]);
  if (detail === undefined) return <p className="happening-note">{said.loading}</p>;
  if (detail === 'failed') return <p className="happening-note">{said.failed}</p>;
  return (
    <div className="happening-detail">
      <Body id={id} title={said.request} text={detail.request} words={words} />
      <Body id={id} title={said.answer} text={detail.answer} words={words} />
    </div>
  );
}

interface BodyProps {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly words: Words;
}

function Body({ id, title, text, words }: BodyProps) {
  const said = words.panels.happenings;
  const [isCopied, setIsCopied] = useState(false);
  if (text.trim() === '') {
    return (
      <p className="happening-note">
        {title}: {said.nothing.toLowerCase()}
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
          aria-label={said.copy(title)}
          onClick={() => void copy().catch(() => setIsCopied(false))}
          onBlur={() => setIsCopied(false)}
        >
          <span aria-live="polite">{isCopied ? `✓ ${said.copied}` : <CopyMark />}</span>
        </button>
      </div>
      <ScrollBox className="json-text" label={`${title} ${id}`}>
        <pre>
          {jsonTokens(text).map((token, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text that does not change.
            <span key={at} className={`json-${token.kind}`}>
              {token.text}
            </span>
          ))}
        </pre>
      </ScrollBox>
    </div>
  );
}

function CopyMark() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <path d="M4.5 4.5h7v7h-7zM9.5 2.5h-7v7" fill="none" stroke="currentColor" strokeWidth="1.3" />
    </svg>
  );
}
