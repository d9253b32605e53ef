import type { ReactNode } from 'react';
import type { PageShortcut } from './contract.ts';
import { Icon, type IconName } from './icons.tsx';
import { usePage } from './page-context.ts';
import { Popover } from './popover.tsx';

interface ShortcutPopoverProps {
  readonly type: PageShortcut['type'];
  readonly icon: IconName;
  readonly label: string;
  readonly className?: string;
  readonly panelClassName?: string;
  readonly title?: (shortcut: PageShortcut) => string;
  /** What stands on the button of a shortcut. */
  readonly children: (shortcut: PageShortcut) => ReactNode;
  readonly onUse: (callbackId: string) => void;
}

/** The app's shortcuts of a type, behind a button; nothing where it has none. */
export function ShortcutPopover(props: ShortcutPopoverProps) {
  const { type, icon, label, className = '', panelClassName = '', title, children, onUse } = props;
  const { state } = usePage();
  const shortcuts = state.bot.shortcuts.filter((one) => one.type === type);
  if (shortcuts.length === 0) return null;
  return (
    <Popover
      label={label}
      className={`${className} icon-button`}
      panelClassName={`overflow ${panelClassName}`}
      button={
        <>
          <Icon name={icon} />
          <span className="visually-hidden">{label}</span>
        </>
      }
    >
      {(close) => (
        <ul>
          {shortcuts.map((shortcut) => (
            <li key={shortcut.callbackId}>
              <button
                type="button"
                title={title?.(shortcut)}
                onClick={() => {
                  close();
                  onUse(shortcut.callbackId);
                }}
              >
                {children(shortcut)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
