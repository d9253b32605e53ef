import { useMemo } from 'react';
import { COMPOSER_ID, Composer, Suggestions, useDraft } from '../composer/composer.tsx';
import type { PageChannel } from '../contract.ts';
import { Icon, IconButton } from '../icons.tsx';
import { channelTitle, messagesOf, repliesTo } from '../message/authors.ts';
import { Avatar } from '../message/avatar.tsx';
import { MessageList } from '../message/message-list.tsx';
import { usePage } from '../page-context.ts';
import { ControlStrip } from '../panels/control-strip.tsx';
import type { AppTab } from '../route.ts';
import { t } from '../texts.ts';
import { Home, TAB_PANEL_ID, Tabs } from './home.tsx';

const CONTROLS_ID = 'controls';

interface ChannelProps {
  readonly channel: PageChannel;
  readonly tab: AppTab;
  readonly unread: number;
  readonly hasControls: boolean;
  readonly onControls: () => void;
  readonly hasLog: boolean;
  readonly onLog: () => void;
  /** Opens the sidebar; given only if the sidebar is hidden behind a button. */
  readonly onMenu?: () => void;
}

export function Channel(props: ChannelProps) {
  const { me } = usePage();
  const { channel, tab, unread, hasControls } = props;
  const messages = <Messages key={`${me.id} ${channel.id}`} channel={channel} />;
  return (
    <main className="channel column">
      <ChannelHead {...props} />
      {hasControls && <ControlStrip id={CONTROLS_ID} channel={channel} />}
      {channel.isDm && <Tabs current={tab} unread={unread} />}
      {channel.isDm ? (
        <section
          id={TAB_PANEL_ID}
          className={`grow ${tab === 'messages' ? 'column' : 'app-panel'}`}
          role="tabpanel"
          aria-labelledby={`${TAB_PANEL_ID}-${tab}`}
          // The keyboard must reach a scrolling area. On the messages tab, the message list itself scrolls.
          tabIndex={tab === 'messages' ? -1 : 0}
        >
          {tab === 'home' ? <Home /> : messages}
        </section>
      ) : (
        messages
      )}
    </main>
  );
}

function ChannelHead({ channel, hasControls, onControls, hasLog, onLog, onMenu }: ChannelProps) {
  return (
    <header className="head row">
      {onMenu !== undefined && <IconButton icon="menu" label={t.sidebar.open} onClick={onMenu} />}
      <div className="grow">
        <h1 className="row">
          {channel.isDm ? <Avatar author="bot" size={24} /> : <Icon name="hash" size={18} />}
          <span className="ellipsis">{channel.name}</span>
        </h1>
        <p className="quiet small ellipsis" title={channel.about}>
          {channel.about}
        </p>
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

function Messages({ channel }: { readonly channel: PageChannel }) {
  const { state } = usePage();
  const draft = useDraft(channel.id);
  const title = channelTitle(channel);
  const messages = useMemo(() => messagesOf(channel.id, state.messages), [channel.id, state.messages]);
  return (
    <>
      <MessageList
        label={t.channel.messages(title)}
        messages={messages}
        repliesOf={(message) => repliesTo(message, state.messages)}
      >
        <section className="welcome">
          <h2>{channel.isDm ? t.welcome.titleDm : t.welcome.title(title)}</h2>
          <p>{channel.about}</p>
          {messages.length === 0 && (
            <>
              <p className="quiet">{channel.hasBot ? t.welcome.intro : t.welcome.introWithoutBot}</p>
              <Suggestions
                onChoose={(typed) => {
                  void draft.deliver(typed);
                  document.getElementById(COMPOSER_ID)?.focus();
                }}
              />
            </>
          )}
        </section>
      </MessageList>
      <Composer draft={draft} label={t.composer.label(title)} placeholder={t.composer.placeholder(title)} />
    </>
  );
}
