import type { PageChannel, PagePerson } from '../contract.ts';
import { Icon, IconButton } from '../icons.tsx';
import { Avatar } from '../message/avatar.tsx';
import { usePage } from '../page-context.ts';
import { Popover } from '../popover.tsx';
import { routeQuery } from '../route.ts';
import { t } from '../texts.ts';
import { cityOf, clockTime, useRunningClock } from '../time.ts';

interface SidebarProps {
  readonly current: string;
  readonly unread: ReadonlyMap<string, number>;
  /** Closes the sidebar; given only if the sidebar overlays the page. */
  readonly onClose?: () => void;
}

export function Sidebar({ current, unread, onClose }: SidebarProps) {
  const { state } = usePage();
  const links = (isDm: boolean) =>
    state.channels
      .filter((one) => one.isDm === isDm)
      .map((channel) => (
        <li key={channel.id}>
          <ChannelLink
            channel={channel}
            isCurrent={channel.id === current}
            unread={unread.get(channel.id) ?? 0}
            {...(onClose === undefined ? {} : { onChosen: onClose })}
          />
        </li>
      ));
  return (
    <>
      <div className="side-head row">
        <img src="/mark.svg" alt="" width={36} height={36} />
        <div className="grow">
          <b>{state.team}</b>
          <p className="tiny">{t.sidebar.simulated}</p>
        </div>
        {onClose !== undefined && <IconButton icon="close" label={t.sidebar.close} onClick={onClose} />}
      </div>
      <nav className="side-nav grow" aria-label={t.sidebar.channels}>
        <h2 className="small">{t.sidebar.channels}</h2>
        <ul>{links(false)}</ul>
        <h2 className="small">{t.sidebar.directMessages}</h2>
        <ul>{links(true)}</ul>
      </nav>
      <div className="side-foot">
        <PersonSwitch />
        <LanguageSwitch />
      </div>
    </>
  );
}

interface ChannelLinkProps {
  readonly channel: PageChannel;
  readonly isCurrent: boolean;
  readonly unread: number;
  readonly onChosen?: () => void;
}

function ChannelLink({ channel, isCurrent, unread, onChosen }: ChannelLinkProps) {
  const { me, go } = usePage();
  return (
    <a
      className={`side-link row${unread > 0 ? ' side-link-unread' : ''}`}
      href={routeQuery({ person: me.id, channel: channel.id })}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go({ channel: channel.id, thread: undefined, tab: undefined });
        onChosen?.();
      }}
    >
      {channel.isDm ? <Avatar author="bot" size={20} /> : <Icon name="hash" size={20} />}
      <span className="ellipsis grow">{channel.name}</span>
      {channel.isArchived && <span className="tiny">{t.controls.archived}</span>}
      {!channel.hasBot && (
        <span title={t.sidebar.botMissing}>
          <Icon name="away" size={15} />
          <span className="visually-hidden">{t.sidebar.botMissing}</span>
        </span>
      )}
      <UnreadCount unread={unread} />
    </a>
  );
}

export function UnreadCount({ unread }: { readonly unread: number }) {
  if (unread === 0) return null;
  return (
    <span className="side-count tiny">
      <span aria-hidden="true">{unread}</span>
      <span className="visually-hidden">{t.sidebar.unread(unread)}</span>
    </span>
  );
}

function PersonSwitch() {
  const { state, me, go } = usePage();
  return (
    <Popover
      label={t.sidebar.person}
      className="person-switch row"
      panelClassName="menu"
      button={
        <>
          <PersonRow person={me} prefix={t.sidebar.you} />
          <Icon name="down" size={16} />
        </>
      }
    >
      {(close) =>
        state.people.map((person) => (
          <button
            key={person.id}
            type="button"
            aria-current={person.id === me.id ? 'true' : undefined}
            onClick={() => {
              close();
              // The open thread may not exist for the newly chosen person, so the thread is closed.
              go({ person: person.id, thread: undefined });
            }}
          >
            <PersonRow person={person} />
          </button>
        ))
      }
    </Popover>
  );
}

function PersonRow({ person, prefix }: { readonly person: PagePerson; readonly prefix?: string }) {
  const { state, me } = usePage();
  const now = useRunningClock(state.clock);
  return (
    <span className="row grow">
      <Avatar author={person.id} size={32} />
      <span className="column grow tiny">
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

const LANGUAGES = [
  { language: 'en', locale: 'en-US', name: 'English' },
  { language: 'es', locale: 'es-CL', name: 'Español' },
] as const;

/** Sets the current person's language in Slack, in which the bot answers. */
function LanguageSwitch() {
  const { me, send } = usePage();
  return (
    <fieldset className="languages row small">
      <legend className="visually-hidden">{t.sidebar.language}</legend>
      {LANGUAGES.map(({ language, locale, name }) => (
        <label key={language} lang={language}>
          <input
            type="radio"
            name="language"
            checked={me.locale.startsWith(language)}
            // A failure needs no message here: the page's banner reports an unreachable playground.
            onChange={() => send({ kind: 'speak', person: me.id, locale }).catch(() => {})}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
