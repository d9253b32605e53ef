import { useMemo } from 'react';
import { Composer } from '../composer/composer.tsx';
import { boxOf } from '../composer/send.ts';
import { Suggestions } from '../composer/suggestions.tsx';
import type { PageChannel } from '../contract.ts';
import { Icon } from '../icons.tsx';
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
  readonly hasHappenings: boolean;
  readonly onHappenings: () => void;
  /** Given where the sidebar is behind a button. */
  readonly onMenu?: () => void;
}

/** A channel: what it is about, its messages, and where one types. */
export function Channel(props: ChannelProps) {
  const { channel, hasControls } = props;
  const { state, me, words, act } = usePage();
  const title = channelTitle(channel);
  const messages = useMemo(() => messagesOf(channel.id, state.messages), [channel.id, state.messages]);
  return (
    <main className="channel">
      <ChannelHead {...props} />
      {hasControls && (
        <div className="channel-controls" id={CONTROLS_ID}>
          <ControlStrip
            clock={state.clock}
            platform={state.platform}
            channel={channel}
            person={me}
            words={words}
            act={act}
          />
        </div>
      )}
      <MessageList
        of={boxOf(me.id, channel.id)}
        label={words.shell.channel.messages(title)}
        messages={messages}
        repliesOf={(message) => repliesTo(message, state.messages)}
        hasDays
      >
        <Welcome channel={channel} isEmpty={messages.length === 0} />
      </MessageList>
      <Composer
        key={boxOf(me.id, channel.id)}
        id={COMPOSER_ID}
        box={boxOf(me.id, channel.id)}
        channel={channel.id}
        label={words.shell.composer.label(title)}
        placeholder={words.shell.composer.placeholder(title)}
      />
    </main>
  );
}

function ChannelHead({
  channel,
  hasControls,
  onControls,
  hasHappenings,
  onHappenings,
  onMenu,
}: ChannelProps) {
  const { state, words } = usePage();
  const { shell } = words;
  return (
    <header className="channel-head">
      {onMenu !== undefined && (
        <button type="button" className="icon-button" aria-label={shell.sidebar.open} onClick={onMenu}>
          <Icon name="menu" />
        </button>
      )}
      <div className="channel-title">
        <h1>
          {channel.isDm ? (
            <Avatar author="bot" people={state.people} size={24} />
          ) : (
            <Icon name="hash" size={18} />
          )}
          <span>{channel.name}</span>
        </h1>
        {channel.about !== undefined && (
          <p className="quiet" title={channel.about[words.language]}>
            {channel.about[words.language]}
          </p>
        )}
      </div>
      <button
        type="button"
        className="toggle"
        aria-expanded={hasControls}
        aria-controls={hasControls ? CONTROLS_ID : undefined}
        onClick={onControls}
      >
        <Icon name="sliders" /> <span>{shell.channel.controls}</span>
      </button>
      <button type="button" className="toggle" aria-pressed={hasHappenings} onClick={onHappenings}>
        <Icon name="pulse" /> <span>{shell.channel.happenings}</span>
      </button>
    </header>
  );
}

function Welcome({ channel, isEmpty }: { readonly channel: PageChannel; readonly isEmpty: boolean }) {
  const { state, words } = usePage();
  const { welcome } = words.shell;
  return (
    <section className="welcome">
      <div className="welcome-mark">
        {channel.isDm ? (
          <Avatar author="bot" people={state.people} size={52} />
        ) : (
          <Icon name="hash" size={30} />
        )}
      </div>
      <h2>{channel.isDm ? welcome.titleDm : welcome.title(channelTitle(channel))}</h2>
      {channel.about !== undefined && <p>{channel.about[words.language]}</p>}
      {isEmpty && (
        <>
          <p className="quiet">{channel.hasBot ? welcome.intro : welcome.introWithoutBot}</p>
          <Suggestions channel={channel.id} onChosen={() => document.getElementById(COMPOSER_ID)?.focus()} />
        </>
      )}
    </section>
  );
}
