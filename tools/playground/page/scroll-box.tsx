import type { ReactNode } from 'react';

interface ScrollBoxProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A scroll area for content that may not fit, usable by keyboard. */
export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus it could not be scrolled by keyboard.
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
