import type { PageChannel } from '../contract.ts';
import type { Words } from '../locales/index.ts';
import { channelTitle } from '../message/authors.ts';
import { Popover } from '../popover.tsx';
import type { Control } from './control-strip.tsx';
import { Switch } from './switch.tsx';

interface ChannelControlProps {
  readonly channel: PageChannel;
  readonly words: Words;
  readonly control: Control;
}

/** Whether the bot may post in the open channel, and what people do to it that changes that. */
export function ChannelControl({ channel, words, control }: ChannelControlProps) {
  const said = words.panels.strip;
  const { id, hasBot, isArchived } = channel;
  const isOpen = hasBot && !isArchived;
  return (
    <Popover
      label={said.channelTitle(channelTitle(channel))}
      className={`strip-button${isOpen ? '' : ' is-changed'}`}
      button={
        <>
          <span>{said.channel}</span>
          {isOpen ? (
            <span className="visually-hidden">{said.channelOpen}</span>
          ) : (
            <span className="strip-state">{said.channelClosed}</span>
          )}
        </>
      }
    >
      {() => (
        <div className="strip-panel">
          <h2>{said.channelTitle(channelTitle(channel))}</h2>
          <p className="strip-hint">{said.channelHint}</p>
          <div className="strip-group">
            <Switch
              label={said.member}
              about={said.memberAbout}
              isOn={hasBot}
              onSwitch={(isOn) => void control({ kind: 'channel', channel: id, hasBot: isOn })}
            />
            <Switch
              label={said.archived}
              about={said.archivedAbout}
              isOn={isArchived}
              onSwitch={(isOn) => void control({ kind: 'channel', channel: id, isArchived: isOn })}
            />
          </div>
        </div>
      )}
    </Popover>
  );
}
