import { useMemo } from 'react';
import { About } from '../app-home/about.tsx';
import { Home } from '../app-home/home.tsx';
import { TAB_PANEL_ID, Tabs } from '../app-home/tabs.tsx';
import { Composer } from '../composer/composer.tsx';
import { boxOf } from '../composer/drafts.ts';
import { Suggestions } from '../composer/suggestions.tsx';
import type { PageChannel } from '../contract.ts';
import { Icon, IconButton } from '../icons.tsx';
import { channelTitle, messagesOf, repliesTo } from '../message/authors.ts';
import { Avatar } from '../message/avatar.tsx';
import { MessageList } from '../message/message-list.tsx';
import { usePage } from '../page-context.ts';
import { ControlStrip } from '../panels/control-strip.tsx';
import type { AppTab } from '../route.ts';
import { t } from '../texts.ts';

export const COMPOSER_ID = 'composer';
const CONTROLS_ID = 'controls';

interface ChannelProps {
  readonly channel: PageChannel;
  /** Of the bot's own place; everywhere else there are messages alone. */
  readonly tab: AppTab;
  readonly unread: number;
  readonly hasControls: boolean;
  readonly onControls: () => void;
  readonly hasLog: boolean;
  readonly onLog: () => void;
  /** Given where the sidebar is behind a button. */
  readonly onMenu?: () => void;
}

export function Channel(props: ChannelProps) {
  const { channel, tab, unread, hasControls } = props;
  const content = tab === 'home' ? <Home /> : tab === 'about' ? <About /> : <Messages channel={channel} />;
  return (
    <main className="channel column">
      <ChannelHead {...props} />
      {hasControls && (
        <div className="channel-controls" id={CONTROLS_ID}>
          <ControlStrip channel={channel} />
        </div>
      )}
      {channel.isDm && <Tabs current={tab} unread={unread} />}
      {channel.isDm ? (
        <section
          id={TAB_PANEL_ID}
          className={`app-tab-panel grow ${tab === 'messages' ? 'column' : 'app-tab-scroll'}`}
          role="tabpanel"
          aria-labelledby={`${TAB_PANEL_ID}-${tab}`}
          // What scrolls must be reachable with the keyboard; messages scroll by themselves.
          tabIndex={tab === 'messages' ? -1 : 0}
        >
          {content}
        </section>
      ) : (
        content
      )}
    </main>
  );
}

function Messages({ channel }: { readonly channel: PageChannel }) {
  const { state, me } = usePage();
  const title = channelTitle(channel);
  const box = boxOf(me.id, channel.id);
  const messages = useMemo(() => messagesOf(channel.id, state.messages), [channel.id, state.messages]);
  return (
    <>
      <MessageList
        of={box}
        label={t.channel.messages(title)}
        messages={messages}
        repliesOf={(message) => repliesTo(message, state.messages)}
        hasDays
      >
        <Welcome channel={channel} isEmpty={messages.length === 0} />
      </MessageList>
      <Composer
        key={box}
        id={COMPOSER_ID}
        box={box}
        channel={channel.id}
        label={t.composer.label(title)}
        placeholder={t.composer.placeholder(title)}
      />
    </>
  );
}

function ChannelHead({ channel, hasControls, onControls, hasLog, onLog, onMenu }: ChannelProps) {
  const about = channel.about;
  return (
    <header className="channel-head row">
      {onMenu !== undefined && <IconButton icon="menu" label={t.sidebar.open} onClick={onMenu} />}
      <div className="channel-title grow">
        <h1 className="row">
          {channel.isDm ? <Avatar author="bot" size={24} /> : <Icon name="hash" size={18} />}
          <span className="ellipsis">{channel.name}</span>
        </h1>
        {about !== undefined && (
          <p className="quiet small ellipsis" title={about}>
            {about}
          </p>
        )}
      </div>
      <button
        type="button"
        className="toggle row small"
        aria-expanded={hasControls}
        aria-controls={hasControls ? CONTROLS_ID : undefined}
        onClick={onControls}
      >
        <Icon name="sliders" /> <span>{t.channel.controls}</span>
      </button>
      <button type="button" className="toggle row small" aria-pressed={hasLog} onClick={onLog}>
        <Icon name="pulse" /> <span>{t.channel.log}</span>
      </button>
    </header>
  );
}

function Welcome({ channel, isEmpty }: { readonly channel: PageChannel; readonly isEmpty: boolean }) {
  const { isDm, hasBot, about } = channel;
  return (
    <section className="welcome">
      <div className="welcome-mark">
        {isDm ? <Avatar author="bot" size={52} /> : <Icon name="hash" size={30} />}
      </div>
      <h2>{isDm ? t.welcome.titleDm : t.welcome.title(channelTitle(channel))}</h2>
      {about !== undefined && <p>{about}</p>}
      {isEmpty && (
        <>
          <p className="quiet">{hasBot ? t.welcome.intro : t.welcome.introWithoutBot}</p>
          <Suggestions channel={channel.id} onChosen={() => document.getElementById(COMPOSER_ID)?.focus()} />
        </>
      )}
    </section>
  );
}
