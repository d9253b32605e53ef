import { useId, useState } from 'react';
import type { PageCommand, PageState } from '../contract.ts';
import { Avatar } from '../message/avatar.tsx';
import { t } from '../texts.ts';

export interface MentionName {
  readonly id: string;
  readonly name: string;
}

export function mentionable({
  bot,
  people,
  userGroups,
}: Pick<PageState, 'bot' | 'people' | 'userGroups'>): readonly MentionName[] {
  return [{ id: 'bot', name: bot.name }, ...people, ...userGroups];
}

export interface Choice {
  readonly id: string;
  /** The completed word, such as `/sms-status` or `@SMS Desk`. */
  readonly name: string;
  readonly hint?: string;
  readonly about?: string;
  /** The whole text of the message box after this completion. */
  readonly text: string;
  readonly isTyped: boolean;
}

/** Returns the commands that start with `text` (case ignored), if `text` is one word with a leading `/`. */
export function commandsFor(text: string, commands: readonly PageCommand[]): readonly Choice[] {
  if (!text.startsWith('/') || /\s/.test(text)) return [];
  return commands
    .filter(({ command }) => command.startsWith(text.toLowerCase()))
    .map(({ command, usageHint, description }) => ({
      id: command.slice(1),
      name: command,
      hint: usageHint,
      about: description,
      text: `${command} `,
      isTyped: command === text,
    }));
}

/** Returns the names that start with the text between the last `@` and the caret. Names may have spaces. */
export function mentionsFor(text: string, caret: number, names: readonly MentionName[]): readonly Choice[] {
  const [, before = '', typed] = /^(.*(?:^|[\s(]))@([^@\n]{0,40})$/s.exec(text.slice(0, caret)) ?? [];
  if (typed === undefined) return [];
  const wanted = typed.toLowerCase();
  return names
    .filter(({ name }) => name.toLowerCase().startsWith(wanted))
    .map(({ id, name }) => ({
      id,
      name: `@${name}`,
      text: `${before}@${name} ${text.slice(caret).trimStart()}`,
      isTyped: name.toLowerCase() === wanted,
    }));
}

export function useCompletion(found: readonly Choice[]) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const [isDismissed, setIsDismissed] = useState(false);
  const choices = isDismissed ? [] : found;
  const { length } = choices;
  const choice = choices[Math.min(chosen, length - 1)];
  const isOpen = choice !== undefined;
  return {
    id,
    choices,
    choice,
    attributes: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen ? `${id}${choice.id}` : undefined,
      'aria-haspopup': 'listbox',
    } as const,
    dismiss: () => setIsDismissed(true),
    restart() {
      setIsDismissed(false);
      setChosen(0);
    },
    /** Handles a key in the open list of completions. Returns true if the key had an effect on the list. */
    press(key: string, accept: (choice: Choice) => void): boolean {
      if (!isOpen) return false;
      if (key === 'ArrowDown') setChosen((before) => (before + 1) % length);
      else if (key === 'ArrowUp') setChosen((before) => (before + length - 1) % length);
      else if (key === 'Tab' || key === 'Enter') accept(choice);
      else if (key === 'Escape') setIsDismissed(true);
      else return false;
      return true;
    },
  };
}

interface CompletionListProps {
  readonly completion: ReturnType<typeof useCompletion>;
  readonly onAccept: (choice: Choice) => void;
}

export function CompletionList({ completion: { id, choices, choice }, onAccept }: CompletionListProps) {
  if (choice === undefined) return null;
  return (
    <div className="completion card" role="listbox" id={id} aria-label={t.composer.completions}>
      {choices.map((one) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the text box, which handles the keys.
        <div
          key={one.id}
          id={`${id}${one.id}`}
          className="row"
          role="option"
          aria-selected={one === choice}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onAccept(one)}
        >
          <Avatar author={one.name.startsWith('/') ? 'bot' : one.id} size={28} />
          <span className="column grow">
            <span>
              <b>{one.name}</b> {one.hint}
            </span>
            <span className="quiet small">{one.about}</span>
          </span>
        </div>
      ))}
    </div>
  );
}
