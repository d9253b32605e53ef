import type { ReactNode } from 'react';
import { Dialog } from '../dialog.tsx';
import { Icon } from '../icons.tsx';

interface PaneProps {
  readonly isOverlay: boolean;
  readonly title: string;
  readonly about?: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Pane({ isOverlay, title, about, closeLabel, onClose, children }: PaneProps) {
  const content = (
    <>
      <div className="pane-head row">
        <h2>{title}</h2>
        <span className="quiet small ellipsis grow">{about}</span>
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
      {children}
    </>
  );
  if (!isOverlay) {
    return (
      <aside className="pane column" aria-label={title}>
        {content}
      </aside>
    );
  }
  return (
    <Dialog className="overlay pane column" label={title} isLight onClose={onClose}>
      {content}
    </Dialog>
  );
}
