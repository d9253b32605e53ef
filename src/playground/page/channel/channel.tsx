import { useMemo } from 'react';
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

export const COMPOSER_ID = 'composer';
const CONTROLS_ID = 'controls';

interface ChannelProps {
  readonly channel: PageChannel;
  readonly hasControls: boolean;
  readonly onControls: () => void;
  readonly hasLog: boolean;
  readonly onLog: () => void;
  /** Given where the sidebar is behind a button. */
  readonly onMenu?: () => void;
}

export function Channel(props: ChannelProps) {
  const { channel, hasControls } = props;
  const { state, me, t } = usePage();
  const title = channelTitle(channel);
  const box = boxOf(me.id, channel.id);
  const messages = useMemo(() => messagesOf(channel.id, state.messages), [channel.id, state.messages]);
  return (
    <main className="channel column">
      <ChannelHead {...props} />
      {hasControls && (
        <div className="channel-controls" id={CONTROLS_ID}>
          <ControlStrip channel={channel} />
        </div>
      )}
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
    </main>
  );
}

function ChannelHead({ channel, hasControls, onControls, hasLog, onLog, onMenu }: ChannelProps) {
  const { language, t } = usePage();
  const about = channel.about?.[language];
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
  const { language, t } = usePage();
  const { isDm, hasBot, about } = channel;
  return (
    <section className="welcome">
      <div className="welcome-mark">
        {isDm ? <Avatar author="bot" size={52} /> : <Icon name="hash" size={30} />}
      </div>
      <h2>{isDm ? t.welcome.titleDm : t.welcome.title(channelTitle(channel))}</h2>
      {about !== undefined && <p>{about[language]}</p>}
      {isEmpty && (
        <>
          <p className="quiet">{hasBot ? t.welcome.intro : t.welcome.introWithoutBot}</p>
          <Suggestions channel={channel.id} onChosen={() => document.getElementById(COMPOSER_ID)?.focus()} />
        </>
      )}
    </section>
  );
}
