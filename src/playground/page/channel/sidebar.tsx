import type { PageChannel } from '../contract.ts';
import { Icon, type IconName } from '../icons.tsx';
import type { Language } from '../locales/index.ts';
import { Avatar } from '../message/avatar.tsx';
import { usePage } from '../page-context.ts';
import { placeQuery } from '../route.ts';
import type { ThemeChoice } from '../theme.ts';
import { PersonSwitch } from './person-switch.tsx';

interface SidebarProps {
  readonly current: string;
  readonly unread: ReadonlyMap<string, number>;
  readonly themeChoice: ThemeChoice;
  readonly onTheme: (choice: ThemeChoice) => void;
  /** Given where the sidebar lies over the page. */
  readonly onClose?: () => void;
}

/** The workspace: its channels, who one is, and in which language and colours. */
export function Sidebar({ current, unread, themeChoice, onTheme, onClose }: SidebarProps) {
  const { state, words } = usePage();
  const { sidebar } = words.shell;
  const channels = state.channels.filter((one) => !one.isDm);
  const direct = state.channels.filter((one) => one.isDm);
  const linkTo = (channel: PageChannel) => (
    <li key={channel.id}>
      <ChannelLink
        channel={channel}
        isCurrent={channel.id === current}
        unread={unread.get(channel.id) ?? 0}
        {...(onClose === undefined ? {} : { onChosen: onClose })}
      />
    </li>
  );
  return (
    <div className="side-content">
      <div className="side-head">
        <img src="/mark.svg" alt="" width={36} height={36} />
        <div>
          <p className="side-team">{state.team}</p>
          <p className="side-note">{sidebar.simulated}</p>
        </div>
        {onClose !== undefined && (
          <button type="button" className="icon-button" aria-label={sidebar.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
      </div>
      <nav className="side-nav" aria-label={sidebar.channels}>
        <h2>{sidebar.channels}</h2>
        <ul>{channels.map(linkTo)}</ul>
        <h2>{sidebar.directMessages}</h2>
        <ul>{direct.map(linkTo)}</ul>
      </nav>
      <div className="side-foot">
        <PersonSwitch />
        <div className="side-switches">
          <LanguageSwitch />
          <ThemeSwitch choice={themeChoice} onChoose={onTheme} />
        </div>
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
  const { state, me, words, go } = usePage();
  return (
    <a
      className={`side-link${unread > 0 ? ' side-link-unread' : ''}`}
      href={placeQuery({ person: me.id, channel: channel.id })}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go({ channel: channel.id, thread: undefined });
        onChosen?.();
      }}
    >
      {channel.isDm ? (
        <Avatar author="bot" people={state.people} size={20} />
      ) : (
        <Icon name={channel.isArchived ? 'archive' : 'hash'} size={16} />
      )}
      <span className="side-name">{channel.name}</span>
      {channel.isArchived && <span className="visually-hidden">{words.shell.sidebar.archived}</span>}
      {!channel.hasBot && (
        <span className="side-away" title={words.shell.sidebar.botMissing}>
          <Icon name="away" size={15} />
          <span className="visually-hidden">{words.shell.sidebar.botMissing}</span>
        </span>
      )}
      {unread > 0 && (
        <span className="side-count">
          <span aria-hidden="true">{unread}</span>
          <span className="visually-hidden">{words.shell.sidebar.unread(unread)}</span>
        </span>
      )}
    </a>
  );
}

const LANGUAGES: readonly { readonly language: Language; readonly locale: string; readonly name: string }[] =
  [
    { language: 'en', locale: 'en-US', name: 'English' },
    { language: 'es', locale: 'es-CL', name: 'Español' },
  ];

function LanguageSwitch() {
  const { me, words, act } = usePage();
  return (
    <fieldset className="segments">
      <legend>{words.shell.sidebar.language}</legend>
      {LANGUAGES.map(({ language, locale, name }) => (
        <label key={language} lang={language}>
          <input
            type="radio"
            name="language"
            checked={language === words.language}
            // Where the playground cannot be reached, the banner says so.
            onChange={() => act({ kind: 'speak', person: me.id, locale }).catch(() => {})}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

const THEMES: readonly { readonly choice: ThemeChoice; readonly icon: IconName }[] = [
  { choice: 'light', icon: 'sun' },
  { choice: 'dark', icon: 'moon' },
  { choice: 'system', icon: 'screen' },
];

interface ThemeSwitchProps {
  readonly choice: ThemeChoice;
  readonly onChoose: (choice: ThemeChoice) => void;
}

function ThemeSwitch({ choice, onChoose }: ThemeSwitchProps) {
  const { words } = usePage();
  const { theme, themes } = words.shell.sidebar;
  return (
    <fieldset className="segments">
      <legend>{theme}</legend>
      {THEMES.map((one) => (
        <label key={one.choice} title={themes[one.choice]}>
          <input
            type="radio"
            name="theme"
            aria-label={themes[one.choice]}
            checked={one.choice === choice}
            onChange={() => onChoose(one.choice)}
          />
          <span>
            <Icon name={one.icon} size={16} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
