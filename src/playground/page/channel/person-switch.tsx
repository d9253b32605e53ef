import { useRef } from 'react';
import type { PagePerson } from '../contract.ts';
import { Icon } from '../icons.tsx';
import { Avatar } from '../message/avatar.tsx';
import { usePage } from '../page-context.ts';
import { useRunningClock } from '../running-clock.ts';
import { clockTime } from '../time.ts';

/** Shows who one is, and opens the list of those one can be. */
export function PersonSwitch() {
  const { state, me, words, go } = usePage();
  const now = useRunningClock(state.clock);
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (details.current !== null) details.current.open = false;
    details.current?.querySelector('summary')?.focus();
  };
  const choose = (person: PagePerson) => {
    close();
    // The direct message with the bot is another one for each person.
    go({ person: person.id, thread: undefined });
  };
  return (
    <details
      className="person-switch"
      ref={details}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || details.current?.open !== true) return;
        event.stopPropagation();
        event.preventDefault();
        close();
      }}
      onBlur={(event) => {
        const { relatedTarget, currentTarget } = event;
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget))
          currentTarget.open = false;
      }}
    >
      <summary>
        <PersonRow person={me} now={now} prefix={words.shell.sidebar.you} />
        <Icon name="down" size={16} />
      </summary>
      <ul aria-label={words.shell.sidebar.person}>
        {state.people.map((person) => (
          <li key={person.id}>
            <button
              type="button"
              aria-current={person.id === me.id ? 'true' : undefined}
              onClick={() => choose(person)}
            >
              <PersonRow person={person} now={now} />
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface PersonRowProps {
  readonly person: PagePerson;
  readonly now: Date;
  readonly prefix?: string;
}

function PersonRow({ person, now, prefix }: PersonRowProps) {
  const { state, me, words } = usePage();
  const place = person.zone.split('/').at(-1)?.replaceAll('_', ' ');
  const time = clockTime(now, { locale: me.locale, zone: person.zone });
  return (
    <span className="person">
      <Avatar author={person.id} people={state.people} size={32} />
      <span className="person-about">
        {prefix !== undefined && <span className="visually-hidden">{prefix} </span>}
        <b>{person.name}</b>
        <span>{person.role[words.language]}</span>
        <span>
          {place} · {time}
        </span>
      </span>
    </span>
  );
}
