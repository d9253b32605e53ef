import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { dayOf } from '../../../fake-slack/dates.ts';
import type { PageMessage } from '../contract.ts';
import { Icon } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { t } from '../texts.ts';
import { dayTitle, instantOf, previousDay } from '../time.ts';
import { authorName, plainText } from './authors.ts';
import { MessageItem } from './message.tsx';

/** Distance from the end, in pixels, up to which a list counts as scrolled to the end. */
const END_PX = 48;

interface MessageListProps {
  readonly label: string;
  readonly messages: readonly PageMessage[];
  /** Returns the replies to a message. Not given for the list of a thread, which also has no day headings. */
  readonly repliesOf?: (message: PageMessage) => readonly PageMessage[];
  readonly children?: ReactNode;
}

/**
 * Messages, newest at the bottom. A list at its end scrolls to each new message; any list scrolls to a new
 * message that is ephemeral or the reader's own. A list not at its end shows a button that scrolls down.
 */
export function MessageList({ label, messages, repliesOf, children }: MessageListProps) {
  const { me } = usePage();
  const { box, content, isAtEnd, toEnd } = useScroll(messages, me.id);
  return (
    <div className="messages-frame column grow">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard. */}
      <section className="messages grow" aria-label={label} ref={box} tabIndex={0}>
        <div className="messages-content column" ref={content}>
          {children}
          {(repliesOf ? stretchesOfDays(messages, me.zone) : [messages]).map((stretch) => (
            // One container per day, so that the sticky heading of a day never overlaps that of the next day.
            <div key={stretch[0]?.ts ?? ''}>
              {repliesOf && stretch[0] !== undefined && <DaySeparator at={instantOf(stretch[0].ts)} />}
              {stretch.map((message) => (
                <MessageItem
                  key={message.ts}
                  message={message}
                  {...(repliesOf && { replies: repliesOf(message) })}
                />
              ))}
            </div>
          ))}
        </div>
      </section>
      {!isAtEnd && messages.length > 0 && (
        <button type="button" className="button button-primary to-newest" onClick={toEnd}>
          <Icon name="down" size={16} /> {t.channel.toNewest}
        </button>
      )}
      <Announcer messages={messages} />
    </div>
  );
}

/** Groups successive messages of the same day in `zone`. If the clock goes back, a day has several groups. */
export function stretchesOfDays(messages: readonly PageMessage[], zone: string): PageMessage[][] {
  const stretches: PageMessage[][] = [];
  let last: string | undefined;
  for (const message of messages) {
    const day = dayOf(instantOf(message.ts), zone);
    if (day === last) stretches.at(-1)?.push(message);
    else stretches.push([message]);
    last = day;
  }
  return stretches;
}

function DaySeparator({ at }: { readonly at: Date }) {
  const { me, today } = usePage();
  const day = dayOf(at, me.zone);
  const title =
    day === today
      ? t.channel.today
      : day === previousDay(today)
        ? t.channel.yesterday
        : dayTitle(at, me, today);
  return (
    <h2 className="day">
      <span>{title}</span>
    </h2>
  );
}

/** While the reader is at the end of a list, scrolls the list to its end whenever the content grows. */
function useScroll(messages: readonly PageMessage[], me: string) {
  const box = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  const shown = useRef<ReadonlySet<PageMessage>>(undefined);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const toEnd = () => {
    sticks.current = true;
    box.current?.scrollTo({ top: box.current.scrollHeight });
  };

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = new Set(messages);
    if (box.current !== null) sticks.current = arrive(box.current, { messages, before, me }, sticks.current);
  }, [messages, me]);

  useEffect(() => {
    const element = box.current;
    if (element === null || content.current === null) return;
    const updateIsAtEnd = () => {
      const isEnd = element.scrollHeight - element.scrollTop - element.clientHeight < END_PX;
      sticks.current = isEnd;
      setIsAtEnd(isEnd);
    };
    const grown = new ResizeObserver(() => {
      if (!sticks.current) return updateIsAtEnd();
      element.scrollTop = element.scrollHeight;
      // Set here, because a list that is too short to scroll emits no scroll event.
      setIsAtEnd(true);
    });
    element.addEventListener('scroll', updateIsAtEnd, { passive: true });
    grown.observe(content.current);
    grown.observe(element);
    return () => {
      element.removeEventListener('scroll', updateIsAtEnd);
      grown.disconnect();
    };
  }, []);
  return { box, content, isAtEnd, toEnd };
}

interface Arrival {
  readonly messages: readonly PageMessage[];
  /** The messages shown before the change; `undefined` if the list has just opened. */
  readonly before: ReadonlySet<PageMessage> | undefined;
  readonly me: string;
}

/** Scrolls to new messages as `MessageList` describes. Returns whether the list is to stay at its end. */
function arrive(element: HTMLElement, { messages, before, me }: Arrival, wasAtEnd: boolean): boolean {
  // An empty list shows an introduction, which is read from its start.
  if (messages.length === 0) {
    element.scrollTop = 0;
    return false;
  }
  const fresh = messages.filter((one) => !before?.has(one));
  const newest = fresh.at(-1);
  const isForMe = before?.size === 0 || fresh.some((one) => one.isOnlyForYou || one.author === me);
  if (before !== undefined && (newest === undefined || !(wasAtEnd || isForMe))) return wasAtEnd;
  element.scrollTop = element.scrollHeight;
  // If the newest message is higher than the list's visible part, the start of the message is shown.
  const drawn = before && element.querySelector(`[data-ts="${newest?.ts}"]`);
  if (drawn && drawn.getBoundingClientRect().height > element.clientHeight)
    drawn.scrollIntoView({ block: 'start' });
  return true;
}

/**
 * Announces new and changed messages to screen readers: not the reader's own messages, nor messages that
 * already exist when another person, channel or thread is shown.
 */
function Announcer({ messages }: { readonly messages: readonly PageMessage[] }) {
  const { state, me } = usePage();
  const known = useRef<ReadonlyMap<string, string>>(undefined);
  const [news, setNews] = useState('');
  useEffect(() => {
    const before = known.current;
    known.current = new Map(messages.map((one) => [one.ts, one.text]));
    if (before === undefined) return;
    const fresh = messages.filter((one) => one.author !== me.id && before.get(one.ts) !== one.text);
    if (fresh.length === 0) return;
    setNews(fresh.map((one) => `${authorName(one.author, state)}: ${plainText(one.text, state)}`).join('\n'));
  }, [messages, me, state]);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {news}
    </div>
  );
}
