import { failureText, useActions } from '../action.ts';
import type { PageShortcut } from '../contract.ts';
import { Icon, type IconName } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { Popover } from '../popover.tsx';

interface ShortcutsProps {
  readonly type: PageShortcut['type'];
  readonly icon: IconName;
  readonly label: string;
  readonly ts?: string;
}

export function Shortcuts({ type, icon, label, ts }: ShortcutsProps) {
  const { state, me, send } = usePage();
  const { failure, run } = useActions();
  const shortcuts = state.bot.shortcuts.filter((one) => one.type === type);
  if (shortcuts.length === 0) return null;
  const on = ts === undefined ? {} : { ts };
  return (
    <>
      <Popover
        label={label}
        className="icon-button"
        panelClassName="menu"
        button={
          <>
            <Icon name={icon} />
            <span className="visually-hidden">{label}</span>
          </>
        }
      >
        {(close) =>
          shortcuts.map(({ callbackId, name, description }) => (
            <button
              key={callbackId}
              type="button"
              className="column"
              onClick={() => {
                close();
                void run(callbackId, () => send({ kind: 'shortcut', person: me.id, callbackId, ...on }));
              }}
            >
              <b>{name}</b>
              <span className="quiet small">{description}</span>
            </button>
          ))
        }
      </Popover>
      {failure && (
        <span className="failure small" role="alert">
          {`⚠ ${failureText(failure)}`}
        </span>
      )}
    </>
  );
}
