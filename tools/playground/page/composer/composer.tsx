import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type ActionFailure, actionFailure, failureText } from '../action.ts';
import { Icon } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { Popover } from '../popover.tsx';
import { t } from '../texts.ts';
import {
  type Choice,
  CompletionList,
  commandsFor,
  mentionable,
  mentionsFor,
  useCompletion,
} from './completion.tsx';
import { Shortcuts } from './shortcuts.tsx';

export const COMPOSER_ID = 'composer';

type Draft = ReturnType<typeof useDraft>;

export function useDraft(channel: string, threadTs?: string) {
  const { me, send } = usePage();
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<ActionFailure>();
  return {
    channel,
    threadTs,
    text,
    failure,
    type(next: string) {
      setText(next);
      setFailure(undefined);
    },
    /** Sends a text. On failure the text returns to the message box, before any text typed meanwhile. */
    async deliver(said: string) {
      if (said.trim() === '') return;
      setFailure(undefined);
      const thread = threadTs === undefined ? {} : { threadTs };
      const failed = await actionFailure(
        send({ kind: 'say', person: me.id, channel, text: said.trim(), ...thread }),
      );
      setFailure(failed);
      if (failed !== undefined) setText((since) => (since === '' ? said : `${said}\n${since}`));
    },
  };
}

interface ComposerProps {
  readonly draft: Draft;
  readonly label: string;
  readonly placeholder: string;
}

/** The message box. Completes mentions, and slash commands except in threads, where Slack has none. */
export function Composer({ draft, label, placeholder }: ComposerProps) {
  const { state } = usePage();
  const { text, threadTs } = draft;
  const input = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number>();
  const completion = useCompletion([
    ...(threadTs === undefined ? commandsFor(text, state.commands) : []),
    ...mentionsFor(text, caret ?? text.length, mentionable(state)),
  ]);
  useComfort(input, text);

  const type = (next: string, at?: number) => {
    draft.type(next);
    setCaret(at);
    completion.restart();
  };
  const accept = (choice: Choice) => {
    type(choice.text);
    input.current?.focus();
  };
  const send = () => {
    type('');
    void draft.deliver(text);
    input.current?.focus();
  };
  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    if (event.nativeEvent.isComposing || shiftKey || altKey || ctrlKey || metaKey) return;
    const { choice } = completion;
    if (key === 'Enter' && (choice === undefined || choice.isTyped)) send();
    else if (!completion.press(key, accept)) return;
    event.preventDefault();
    if (choice !== undefined) event.stopPropagation();
  };

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <CompletionList completion={completion} onAccept={accept} />
      {draft.failure !== undefined && (
        <p className="notice row" role="alert">
          <Icon name="warning" size={16} /> {failureText(draft.failure)} {t.composer.isBack}
        </p>
      )}
      <div className="composer-box">
        <textarea
          ref={input}
          id={threadTs === undefined ? COMPOSER_ID : undefined}
          rows={1}
          value={text}
          placeholder={placeholder}
          aria-label={label}
          {...completion.attributes}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={!text.startsWith('/')}
          onChange={({ target }) => type(target.value, target.selectionStart)}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onKeyDown={keyDown}
          onBlur={completion.dismiss}
        />
        <div className="composer-tools row">
          <Shortcuts type="global" icon="bolt" label={t.composer.shortcuts} />
          {threadTs === undefined && <SuggestionMenu onChoose={draft.deliver} />}
          <span className="grow" />
          <button type="submit" className="send" aria-label={t.composer.send} disabled={text.trim() === ''}>
            <Icon name="send" />
          </button>
        </div>
      </div>
    </form>
  );
}

interface SuggestionsProps {
  readonly onChoose: (typed: string) => void;
}

export function Suggestions({ onChoose }: SuggestionsProps) {
  return (
    <ul className="suggestions">
      {usePage().state.suggestions.map(({ typed, about }) => (
        <li key={typed}>
          <button type="button" className="suggestion card column" onClick={() => onChoose(typed)}>
            <code>{typed}</code>
            <span className="quiet small">{about}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function SuggestionMenu({ onChoose }: SuggestionsProps) {
  return (
    <Popover
      label={t.composer.suggestionsTitle}
      className="try row quiet small"
      panelClassName="suggestion-panel"
      button={
        <>
          <Icon name="spark" size={16} /> {t.composer.suggestions}
        </>
      }
    >
      {(close) => (
        <Suggestions
          onChoose={(typed) => {
            close();
            onChoose(typed);
          }}
        />
      )}
    </Popover>
  );
}

/** Focuses the message box when it appears, and makes it as high as its text, up to the CSS maximum. */
function useComfort(input: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useEffect(() => {
    const at = document.activeElement;
    const isFree = at === null || at === document.body || at.closest('a, .message, .overlay') !== null;
    // On a touch screen, the focus would open the on-screen keyboard.
    if (isFree && matchMedia('(hover: hover)').matches) input.current?.focus();
  }, [input]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the text changes the height.
  useLayoutEffect(() => {
    const element = input.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
  }, [input, text]);
}
