import type { ReactNode } from 'react';
import { Overlay } from '../dialog.tsx';
import { Icon } from '../icons.tsx';

interface PaneProps {
  readonly isOverlay: boolean;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What stands beside the channel, or over it where there is no room. */
export function Pane({ isOverlay, label, onClose, children }: PaneProps) {
  if (isOverlay) {
    return (
      <Overlay className="pane" label={label} onClose={onClose}>
        {children}
      </Overlay>
    );
  }
  return (
    <aside className="pane" aria-label={label}>
      {children}
    </aside>
  );
}

interface PaneHeadProps {
  readonly title: string;
  readonly about?: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
}

/** The head of a pane. */
export function PaneHead({ title, about, closeLabel, onClose }: PaneHeadProps) {
  return (
    <div className="pane-head">
      <h2>{title}</h2>
      {about !== undefined && <span className="quiet">{about}</span>}
      <button
        type="button"
        className="icon-button"
        aria-label={closeLabel}
        title={closeLabel}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
