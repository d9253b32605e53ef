import { useId, useState } from 'react';
import type { PageCommand } from '../contract.ts';
import { usePage } from '../page-context.ts';

/**
 * The commands that what is typed so far could become: none unless the text begins with `/` and is still its first
 * word. Upper and lower case are the same; those that begin as typed come before those that only contain it.
 */
export function completionsFor(text: string, commands: readonly PageCommand[]): readonly PageCommand[] {
  if (!text.startsWith('/') || /\s/.test(text)) return [];
  const typed = text.slice(1).toLowerCase();
  const begins = (command: PageCommand) => command.command.slice(1).toLowerCase().startsWith(typed);
  const contains = (command: PageCommand) => command.command.slice(1).toLowerCase().includes(typed);
  return [...commands.filter(begins), ...commands.filter((one) => !begins(one) && contains(one))];
}

export function complete(command: PageCommand): string {
  return `${command.command} `;
}

/** The command a text is about to send, once its name is whole and something may follow. */
export function commandOf(text: string, commands: readonly PageCommand[]): PageCommand | undefined {
  const [name] = text.split(/\s/, 1);
  return commands.find((one) => one.command === name);
}

export function useCompletion(text: string, commands: readonly PageCommand[]) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const [isDismissed, setIsDismissed] = useState(false);
  const choices = isDismissed ? [] : completionsFor(text, commands);
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
      'aria-activedescendant': isOpen ? optionId(id, choice) : undefined,
      'aria-haspopup': 'listbox',
    } as const,
    offer: () => setIsDismissed(false),
    dismiss: () => setIsDismissed(true),
    restart() {
      setIsDismissed(false);
      setChosen(0);
    },
    /** Whether the key meant the list. */
    press(key: string, accept: (command: PageCommand) => void): boolean {
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
  readonly onAccept: (command: PageCommand) => void;
}

export function CompletionList({ completion: { id, choices, choice }, onAccept }: CompletionListProps) {
  const { t } = usePage();
  if (choice === undefined) return null;
  return (
    <div className="completion card">
      <p className="completion-title quiet small">{t.composer.commands}</p>
      <div role="listbox" id={id} aria-label={t.composer.commands}>
        {choices.map((command) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text box's, which keeps the focus.
          <div
            key={command.command}
            id={optionId(id, command)}
            className="row"
            role="option"
            aria-selected={command === choice}
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onAccept(command)}
          >
            <img src="/mark.svg" alt="" width={28} height={28} />
            <span className="grow">
              <b>{command.command}</b> {command.usageHint}
              <span className="quiet completion-about small">{command.description}</span>
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

function optionId(listId: string, command: PageCommand): string {
  return `${listId}${command.command.slice(1)}`;
}
