import type { PageChannel } from '../contract.ts';
import { Icon, IconButton } from '../icons.tsx';
import type { ThemeChoice } from '../media.ts';
import { Avatar } from '../message/avatar.tsx';
import { usePage } from '../page-context.ts';
import { routeQuery } from '../route.ts';
import { t } from '../texts.ts';
import { PersonSwitch } from './person-switch.tsx';

interface SidebarProps {
  readonly current: string;
  readonly unread: ReadonlyMap<string, number>;
  readonly themeChoice: ThemeChoice;
  readonly onTheme: (choice: ThemeChoice) => void;
  /** Given where the sidebar lies over the page. */
  readonly onClose?: () => void;
}

export function Sidebar({ current, unread, themeChoice, onTheme, onClose }: SidebarProps) {
  const { state } = usePage();
  const links = (isDm: boolean) => (
    <ul>
      {state.channels
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
        ))}
    </ul>
  );
  return (
    <div className="side-content column">
      <div className="side-head row">
        <img src="/mark.svg" alt="" width={36} height={36} />
        <div className="grow">
          <p className="side-team">{state.team}</p>
          <p className="side-note">{t.sidebar.simulated}</p>
        </div>
        {onClose !== undefined && <IconButton icon="close" label={t.sidebar.close} onClick={onClose} />}
      </div>
      <nav className="side-nav grow" aria-label={t.sidebar.channels}>
        <h2>{t.sidebar.channels}</h2>
        {links(false)}
        <h2>{t.sidebar.directMessages}</h2>
        {links(true)}
      </nav>
      <div className="side-foot">
        <PersonSwitch />
        <Switches themeChoice={themeChoice} onTheme={onTheme} />
      </div>
    </div>
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
      {channel.isDm ? (
        <Avatar author="bot" size={20} />
      ) : (
        <Icon name={channel.isArchived ? 'archive' : 'hash'} size={16} />
      )}
      <span className="ellipsis grow">{channel.name}</span>
      {channel.isArchived && <span className="visually-hidden">{t.controls.archived}</span>}
      {!channel.hasBot && (
        <span className="side-away" title={t.sidebar.botMissing}>
          <Icon name="away" size={15} />
          <span className="visually-hidden">{t.sidebar.botMissing}</span>
        </span>
      )}
      {unread > 0 && (
        <span className="side-count">
          <span aria-hidden="true">{unread}</span>
          <span className="visually-hidden">{t.sidebar.unread(unread)}</span>
        </span>
      )}
    </a>
  );
}

const LANGUAGES = [
  { language: 'en', locale: 'en-US', name: 'English' },
  { language: 'es', locale: 'es-CL', name: 'Español' },
] as const;

const THEMES = [
  { theme: 'light', icon: 'sun' },
  { theme: 'dark', icon: 'moon' },
  { theme: 'system', icon: 'screen' },
] as const;

function Switches({ themeChoice, onTheme }: Pick<SidebarProps, 'themeChoice' | 'onTheme'>) {
  const { me, send } = usePage();
  return (
    <div className="side-switches row">
      <fieldset className="segments">
        <legend className="visually-hidden">{t.sidebar.language}</legend>
        {LANGUAGES.map(({ language, locale, name }) => (
          <label key={language} lang={language}>
            <input
              type="radio"
              name="language"
              checked={me.locale.startsWith(language)}
              // Where the playground cannot be reached, the banner says so.
              onChange={() => send({ kind: 'speak', person: me.id, locale }).catch(() => {})}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className="segments">
        <legend className="visually-hidden">{t.sidebar.theme}</legend>
        {THEMES.map(({ theme, icon }) => (
          <label key={theme} title={t.sidebar.themes[theme]}>
            <input
              type="radio"
              name="theme"
              aria-label={t.sidebar.themes[theme]}
              checked={theme === themeChoice}
              onChange={() => onTheme(theme)}
            />
            <span>
              <Icon name={icon} size={16} />
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}
