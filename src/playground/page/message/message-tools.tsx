import { failureText, useActions } from '../action.ts';
import type { PageMessage } from '../contract.ts';
import { Icon, IconButton } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { Popover } from '../popover.tsx';

interface MessageToolsProps {
  readonly message: PageMessage;
  /** Whether a reply can be written from here. */
  readonly hasThread: boolean;
}

/** What can be done with a message that all see: a reply, and the app's shortcuts for messages. */
export function MessageTools({ message, hasThread }: MessageToolsProps) {
  const { state, me, t, go, send } = usePage();
  const { failure, run } = useActions();
  const { ts, threadTs } = message;
  const shortcuts = state.bot.shortcuts.filter(({ type }) => type === 'message');
  return (
    <>
      <div className="message-tools row card">
        {hasThread && (
          <IconButton
            icon="thread"
            label={t.message.replyInThread}
            onClick={() => go({ thread: threadTs ?? ts })}
          />
        )}
        {shortcuts.length > 0 && (
          <Popover
            label={t.message.actions}
            className="icon-button"
            panelClassName="overflow"
            button={
              <>
                <Icon name="dots" />
                <span className="visually-hidden">{t.message.actions}</span>
              </>
            }
          >
            {(close) => (
              <ul>
                {shortcuts.map(({ callbackId, name, description }) => (
                  <li key={callbackId}>
                    <button
                      type="button"
                      title={description}
                      onClick={() => {
                        close();
                        void run(callbackId, () => send({ kind: 'shortcut', person: me.id, callbackId, ts }));
                      }}
                    >
                      {name} <span className="quiet small">{state.bot.name}</span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </Popover>
        )}
      </div>
      {failure && (
        <p className="failure small message-failure" role="alert">
          {`⚠ ${failureText(failure, t.blocks)}`}
        </p>
      )}
    </>
  );
}
