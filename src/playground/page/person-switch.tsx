import { useRef } from 'react';
import { Avatar } from './avatar.tsx';
import type { PagePerson } from './contract.ts';
import { Icon } from './icons.tsx';
import { usePage } from './page-context.ts';
import { clockTime } from './times.ts';

/** Shows who one is, and opens the list of those one can be. */
export function PersonSwitch() {
  const { state, me, words, go } = usePage();
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
        <PersonRow person={me} prefix={words.shell.sidebar.you} />
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
              <PersonRow person={person} />
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function PersonRow({ person, prefix }: { readonly person: PagePerson; readonly prefix?: string }) {
  const { state, me, words } = usePage();
  const place = person.zone.split('/').at(-1)?.replaceAll('_', ' ');
  const time = clockTime(new Date(state.clock.now), { locale: me.locale, zone: person.zone });
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
