import { failureText, useActions } from '../action.ts';
import type { PageMessage } from '../contract.ts';
import { IconButton } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { ShortcutPopover } from '../shortcut-popover.tsx';
import { t } from '../texts.ts';

interface MessageToolsProps {
  readonly message: PageMessage;
  /** Whether a reply can be written from here. */
  readonly hasThread: boolean;
}

/** What can be done with a message that all see: a reply, and the app's shortcuts for messages. */
export function MessageTools({ message, hasThread }: MessageToolsProps) {
  const { state, me, go, send } = usePage();
  const { failure, run } = useActions();
  const { ts, threadTs } = message;
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
        <ShortcutPopover
          type="message"
          icon="dots"
          label={t.message.actions}
          title={({ description }) => description}
          onUse={(callbackId) =>
            void run(callbackId, () => send({ kind: 'shortcut', person: me.id, callbackId, ts }))
          }
        >
          {({ name }) => (
            <>
              {name} <span className="quiet small">{state.bot.name}</span>
            </>
          )}
        </ShortcutPopover>
      </div>
      {failure && (
        <p className="failure small message-failure" role="alert">
          {`⚠ ${failureText(failure, t.blocks)}`}
        </p>
      )}
    </>
  );
}
