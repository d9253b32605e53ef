import { failureText, useActions } from '../action.ts';
import { Icon } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { Popover } from '../popover.tsx';

/** The app's shortcuts that need no message. */
export function ShortcutMenu() {
  const { state, me, t, send } = usePage();
  const { failure, run } = useActions();
  const shortcuts = state.bot.shortcuts.filter(({ type }) => type === 'global');
  if (shortcuts.length === 0) return null;
  return (
    <>
      <Popover
        label={t.composer.shortcuts}
        className="composer-shortcuts icon-button"
        panelClassName="overflow composer-shortcut-panel"
        button={
          <>
            <Icon name="bolt" />
            <span className="visually-hidden">{t.composer.shortcuts}</span>
          </>
        }
      >
        {(close) => (
          <ul>
            {shortcuts.map(({ callbackId, name, description }) => (
              <li key={callbackId}>
                <button
                  type="button"
                  onClick={() => {
                    close();
                    void run(callbackId, () => send({ kind: 'shortcut', person: me.id, callbackId }));
                  }}
                >
                  <b>{name}</b>
                  <span className="composer-shortcut-about quiet small">{description}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Popover>
      {failure && (
        <span className="failure small" role="alert">
          {`⚠ ${failureText(failure, t.blocks)}`}
        </span>
      )}
    </>
  );
}
