import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { failureText } from '../action.ts';
import type { PageCommand } from '../contract.ts';
import { Icon } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { t } from '../texts.ts';
import { type Choice, CompletionList, commandOf, mentionable, useCompletion } from './completion.tsx';
import { type Draft, drafts, useSend } from './drafts.ts';
import { ShortcutMenu } from './shortcut-menu.tsx';
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

/** Where one types. Completes mentions, and slash commands but in threads, where Slack has none. */
export function Composer({ box, channel, threadTs, label, placeholder, id }: ComposerProps) {
  const { state } = usePage();
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.read(box));
  const send = useSend(box, channel, threadTs);
  const input = useRef<HTMLTextAreaElement>(null);
  const commands = threadTs === undefined ? state.commands : [];
  const [caret, setCaret] = useState<number>();
  const names = useMemo(() => mentionable(state), [state]);
  const completion = useCompletion({ text: draft.text, caret }, { commands, names });
  const recall = useRecall(box, draft.text);
  useComfort(input, draft.text);

  const type = (text: string, at?: number) => {
    drafts.type(box, text);
    setCaret(at);
    completion.restart();
  };
  const accept = (choice: Choice) => {
    type(choice.text);
    input.current?.focus();
  };
  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    if (event.nativeEvent.isComposing || shiftKey || altKey || ctrlKey || metaKey) return;
    const isWhole = completion.choice?.isTyped === true;
    const recalled = completion.choice === undefined ? recall(key) : undefined;
    if (recalled !== undefined) {
      drafts.type(box, recalled);
      completion.dismiss();
    } else if (key === 'Enter' && (completion.choice === undefined || isWhole)) send(draft.text);
    else if (!completion.press(key, accept)) return;
    event.preventDefault();
    if (completion.choice !== undefined) event.stopPropagation();
  };

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send(draft.text);
        input.current?.focus();
      }}
    >
      <CompletionList completion={completion} onAccept={accept} />
      {draft.failure !== undefined && (
        <p className="composer-failure notice row" role="alert">
          <Icon name="warning" size={16} /> {failureText(draft.failure, { ...t.blocks, ...t.failures })}
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
          {...completion.attributes}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={!draft.text.startsWith('/')}
          onChange={({ target }) => type(target.value, target.selectionStart)}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onKeyDown={keyDown}
          onBlur={completion.dismiss}
          onFocus={completion.offer}
        />
        <div className="composer-tools row">
          <ShortcutMenu />
          {threadTs === undefined && <SuggestionMenu channel={channel} />}
          <Hint
            draft={draft}
            command={completion.choice === undefined ? commandOf(draft.text, commands) : undefined}
          />
          <SendButton isDisabled={draft.text.trim() === ''} />
        </div>
      </div>
      <p className="composer-keys quiet ellipsis">{t.composer.keys}</p>
    </form>
  );
}

function Hint({ draft, command }: { readonly draft: Draft; readonly command: PageCommand | undefined }) {
  return (
    <span className="quiet small ellipsis grow" aria-live="polite">
      {draft.sending.length > 0 ? (
        <span className="composer-sending">{t.form.sending}</span>
      ) : (
        command !== undefined && (
          <>
            <b>{command.command}</b> {command.usageHint}
          </>
        )
      )}
    </span>
  );
}

function SendButton({ isDisabled }: { readonly isDisabled: boolean }) {
  const { send } = t.composer;
  return (
    <button type="submit" className="send" aria-label={send} title={send} disabled={isDisabled}>
      <Icon name="send" />
    </button>
  );
}

/** Arrow keys in an empty box, or in one that shows what they brought, walk through what was sent from it. */
function useRecall(box: string, text: string): (key: string) => string | undefined {
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

/** Focuses a box where one arrives, and lets it grow with its text as far as the style allows. */
function useComfort(input: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useEffect(() => {
    const at = document.activeElement;
    const isFree = at === null || at === document.body || at.closest('a, .message, .overlay') !== null;
    // Not where that would bring up a keyboard on the screen.
    if (isFree && matchMedia('(hover: hover)').matches) input.current?.focus();
  }, [input]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text that was just drawn.
  useLayoutEffect(() => {
    const element = input.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
  }, [input, text]);
}
