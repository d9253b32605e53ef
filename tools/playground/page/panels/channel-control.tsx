import type { Perform } from '../action.ts';
import type { PageChannel } from '../contract.ts';
import { channelTitle } from '../message/authors.ts';
import { Popover } from '../popover.tsx';
import { t } from '../texts.ts';
import { Switch } from './switch.tsx';

interface ChannelControlProps {
  readonly channel: PageChannel;
  readonly perform: Perform;
}

export function ChannelControl({ channel, perform }: ChannelControlProps) {
  const { controls } = t;
  const { id, hasBot, isArchived } = channel;
  const isOpen = hasBot && !isArchived;
  const title = controls.channelTitle(channelTitle(channel));
  return (
    <Popover
      label={title}
      className={`strip-button row card${isOpen ? '' : ' is-changed'}`}
      panelClassName="strip-panel"
      button={
        <>
          <span>{controls.channel}</span>
          {isOpen ? (
            <span className="visually-hidden">{controls.channelOpen}</span>
          ) : (
            <span className="strip-state quiet">{controls.channelClosed}</span>
          )}
        </>
      }
    >
      {() => (
        <>
          <h2>{title}</h2>
          <p className="strip-hint quiet small">{controls.channelHint}</p>
          <div className="strip-group">
            <Switch
              label={controls.member}
              about={controls.memberAbout}
              isOn={hasBot}
              onSwitch={(isOn) => void perform({ kind: 'channel', channel: id, hasBot: isOn })}
            />
            <Switch
              label={controls.archived}
              about={controls.archivedAbout}
              isOn={isArchived}
              onSwitch={(isOn) => void perform({ kind: 'channel', channel: id, isArchived: isOn })}
            />
          </div>
        </>
      )}
    </Popover>
  );
}
