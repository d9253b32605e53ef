import {
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { troubleText } from '../action.ts';
import type { PageCommand } from '../contract.ts';
import { Icon } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { commandOf, complete, completionsFor } from './completion.ts';
import { CompletionList, optionId } from './completion-list.tsx';
import { useSend } from './send.ts';
import { SuggestionMenu } from './suggestions.tsx';

interface ComposerProps {
  /** Names the box in the drafts. */
  readonly box: string;
  readonly channel: string;
  readonly threadTs?: string;
  readonly label: string;
  readonly placeholder: string;
  readonly id?: string;
}

/** Where one types. Completes slash commands, but not in threads, where Slack has none. */
export function Composer({ box, channel, threadTs, label, placeholder, id }: ComposerProps) {
  const { state, words, drafts } = usePage();
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.read(box));
  const send = useSend(box, channel, threadTs);
  const input = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [chosen, setChosen] = useState(0);
  const [isDismissed, setIsDismissed] = useState(false);
  const commands = threadTs === undefined ? state.commands : [];
  const choices = isDismissed ? [] : completionsFor(draft.text, commands);
  const choice = choices[Math.min(chosen, choices.length - 1)];
  const isOpen = choice !== undefined;
  const hint = isOpen ? undefined : commandOf(draft.text, commands);
  const recall = useRecall(box, draft.text);

  const type = (text: string) => {
    drafts.type(box, text);
    setIsDismissed(false);
    setChosen(0);
  };
  const accept = (command: PageCommand) => {
    type(complete(command));
    input.current?.focus();
  };
  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
    if (choice !== undefined && isPlain) {
      const { length } = choices;
      const isWhole = draft.text === choice.command;
      const act = {
        ArrowDown: () => setChosen((before) => (before + 1) % length),
        ArrowUp: () => setChosen((before) => (before + length - 1) % length),
        Tab: () => accept(choice),
        Enter: () => (isWhole ? send(draft.text) : accept(choice)),
        Escape: () => setIsDismissed(true),
      }[event.key];
      if (act !== undefined) {
        event.preventDefault();
        event.stopPropagation();
        return act();
      }
    }
    const recalled = isPlain ? recall(event.key) : undefined;
    if (recalled !== undefined) {
      event.preventDefault();
      drafts.type(box, recalled);
      setIsDismissed(true);
    } else if (event.key === 'Enter' && isPlain) {
      event.preventDefault();
      send(draft.text);
    }
  };

  // Where one arrives one can type at once, but for where that would bring up a keyboard on the screen.
  useEffect(() => {
    const at = document.activeElement;
    const isFree = at === null || at === document.body || at.closest('a, .message, .overlay') !== null;
    if (isFree && matchMedia('(hover: hover)').matches) input.current?.focus();
  }, []);

  // The box grows with its text, as far as the style allows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text that was just drawn.
  useLayoutEffect(() => {
    const element = input.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
  }, [draft.text]);

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send(draft.text);
        input.current?.focus();
      }}
    >
      {isOpen && <CompletionList id={listId} choices={choices} choice={choice} onAccept={accept} />}
      {draft.failure !== undefined && (
        <p className="composer-failure" role="alert">
          <Icon name="warning" size={16} />{' '}
          {troubleText(draft.failure, { ...words.blocks, ...words.shell.failures })}
        </p>
      )}
      <div className="composer-box">
        <textarea
          ref={input}
          id={id}
          rows={1}
          value={draft.text}
          placeholder={placeholder}
          aria-label={label}
          {...(commands.length > 0 && {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': isOpen,
            'aria-controls': isOpen ? listId : undefined,
            'aria-activedescendant': isOpen ? optionId(listId, choice) : undefined,
            'aria-haspopup': 'listbox',
          })}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={!draft.text.startsWith('/')}
          onChange={(event) => type(event.target.value)}
          onKeyDown={keyDown}
          onBlur={() => setIsDismissed(true)}
          onFocus={() => setIsDismissed(false)}
        />
        <div className="composer-tools">
          {threadTs === undefined && <SuggestionMenu channel={channel} />}
          <span className="composer-hint" aria-live="polite">
            {draft.sending.length > 0 ? (
              <span className="composer-sending">{words.shell.composer.sending}</span>
            ) : (
              hint !== undefined && (
                <>
                  <b>{hint.command}</b> {hint.usageHint}
                </>
              )
            )}
          </span>
          <button
            type="submit"
            className="send"
            aria-label={words.shell.composer.send}
            title={words.shell.composer.send}
            disabled={draft.text.trim() === ''}
          >
            <Icon name="send" />
          </button>
        </div>
      </div>
      <p className="composer-keys">{words.shell.composer.keys}</p>
    </form>
  );
}

/** Arrow keys in an empty box, or in one that shows what they brought, walk through what was sent from it. */
function useRecall(box: string, text: string): (key: string) => string | undefined {
  const { drafts } = usePage();
  const [step, setStep] = useState(-1);
  return (key) => {
    const sent = drafts.sent(box);
    const isAt = text !== '' && sent[step] === text ? step : -1;
    if (text !== '' && isAt === -1) return undefined;
    const next = key === 'ArrowUp' ? isAt + 1 : key === 'ArrowDown' ? isAt - 1 : undefined;
    if (next === undefined || next < -1 || next >= sent.length) return undefined;
    setStep(next);
    return sent[next] ?? '';
  };
}
