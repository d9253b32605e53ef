import { failureText, useActions } from '../action.ts';
import { usePage } from '../page-context.ts';
import { ShortcutPopover } from '../shortcut-popover.tsx';
import { t } from '../texts.ts';

/** The app's shortcuts that need no message. */
export function ShortcutMenu() {
  const { me, send } = usePage();
  const { failure, run } = useActions();
  return (
    <>
      <ShortcutPopover
        type="global"
        icon="bolt"
        label={t.composer.shortcuts}
        className="composer-shortcuts"
        panelClassName="composer-shortcut-panel"
        onUse={(callbackId) =>
          void run(callbackId, () => send({ kind: 'shortcut', person: me.id, callbackId }))
        }
      >
        {({ name, description }) => (
          <>
            <b>{name}</b>
            <span className="composer-shortcut-about quiet small">{description}</span>
          </>
        )}
      </ShortcutPopover>
      {failure && (
        <span className="failure small" role="alert">
          {`⚠ ${failureText(failure, t.blocks)}`}
        </span>
      )}
    </>
  );
}
