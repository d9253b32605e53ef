import type { PagePerson } from '../contract.ts';
import { Icon } from '../icons.tsx';
import { Avatar } from '../message/avatar.tsx';
import { usePage } from '../page-context.ts';
import { Popover } from '../popover.tsx';
import { t } from '../texts.ts';
import { cityOf, clockTime, useRunningClock } from '../time.ts';

export function PersonSwitch() {
  const { state, me, go } = usePage();
  const now = useRunningClock(state.clock);
  return (
    <Popover
      label={t.sidebar.person}
      className="person-switch row"
      panelClassName="people"
      button={
        <>
          <PersonRow person={me} now={now} prefix={t.sidebar.you} />
          <Icon name="down" size={16} />
        </>
      }
    >
      {(close) => (
        <ul>
          {state.people.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                aria-current={person.id === me.id ? 'true' : undefined}
                onClick={() => {
                  close();
                  // The direct message with the bot is another one for each person.
                  go({ person: person.id, thread: undefined });
                }}
              >
                <PersonRow person={person} now={now} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}

interface PersonRowProps {
  readonly person: PagePerson;
  readonly now: Date;
  readonly prefix?: string;
}

function PersonRow({ person, now, prefix }: PersonRowProps) {
  const { me } = usePage();
  return (
    <span className="person row grow">
      <Avatar author={person.id} size={32} />
      <span className="column grow">
        {prefix !== undefined && <span className="visually-hidden">{prefix} </span>}
        <b>{person.name}</b>
        <span>{person.role}</span>
        <span>
          {cityOf(person.zone)} · {clockTime(now, { locale: me.locale, zone: person.zone })}
        </span>
      </span>
    </span>
  );
}
