import { useEffect, useId, useRef, useState } from 'react';
import type { PageSuggestion } from '../contract.ts';
import { Icon } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { boxOf, useSend } from './send.ts';

interface SuggestionsProps {
  readonly channel: string;
  /** Called with the sending under way: the buttons may be gone then, so the focus needs another place. */
  readonly onChosen: () => void;
}

/** Commands worth trying. One click types and sends it. */
export function Suggestions({ channel, onChosen }: SuggestionsProps) {
  const { state, me, words } = usePage();
  const send = useSend(boxOf(me.id, channel), channel);
  const choose = ({ typed }: PageSuggestion) => {
    send(typed);
    onChosen();
  };
  return (
    <ul className="suggestions">
      {state.suggestions.map((suggestion) => (
        <li key={suggestion.typed}>
          <button type="button" className="suggestion" onClick={() => choose(suggestion)}>
            <code>{suggestion.typed}</code>
            <span>{suggestion.about[words.language]}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The same, behind a button beside the message box. */
export function SuggestionMenu({ channel }: { readonly channel: string }) {
  const { words } = usePage();
  const [isOpen, setIsOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    frame.current?.querySelector<HTMLElement>('.suggestion')?.focus();
    const leave = (event: Event) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [isOpen]);
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the button opened, wherever the focus is in it.
    <div
      ref={frame}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        type="button"
        className="try"
        ref={button}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="spark" size={16} /> {words.shell.composer.suggestions}
      </button>
      {isOpen && (
        <section className="suggestion-popup" id={id} aria-label={words.shell.composer.suggestionsTitle}>
          <h2>{words.shell.composer.suggestionsTitle}</h2>
          <Suggestions channel={channel} onChosen={close} />
        </section>
      )}
    </div>
  );
}
