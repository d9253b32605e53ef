import type { Perform } from '../action.ts';
import type { PageChannel } from '../contract.ts';
import { channelTitle } from '../message/authors.ts';
import { usePage } from '../page-context.ts';
import { Popover } from '../popover.tsx';
import { Switch } from './switch.tsx';

interface ChannelControlProps {
  readonly channel: PageChannel;
  readonly perform: Perform;
}

/** Whether the bot may post in the open channel, and what people do to it that changes that. */
export function ChannelControl({ channel, perform }: ChannelControlProps) {
  const { controls: said } = usePage().t;
  const { id, hasBot, isArchived } = channel;
  const isOpen = hasBot && !isArchived;
  const title = said.channelTitle(channelTitle(channel));
  return (
    <Popover
      label={title}
      className={`strip-button${isOpen ? '' : ' is-changed'}`}
      panelClassName="strip-panel"
      button={
        <>
          <span>{said.channel}</span>
          {isOpen ? (
            <span className="visually-hidden">{said.channelOpen}</span>
          ) : (
            <span className="strip-state quiet">{said.channelClosed}</span>
          )}
        </>
      }
    >
      {() => (
        <>
          <h2>{title}</h2>
          <p className="strip-hint quiet small">{said.channelHint}</p>
          <div className="strip-group">
            <Switch
              label={said.member}
              about={said.memberAbout}
              isOn={hasBot}
              onSwitch={(isOn) => void perform({ kind: 'channel', channel: id, hasBot: isOn })}
            />
            <Switch
              label={said.archived}
              about={said.archivedAbout}
              isOn={isArchived}
              onSwitch={(isOn) => void perform({ kind: 'channel', channel: id, isArchived: isOn })}
            />
          </div>
        </>
      )}
    </Popover>
  );
}
