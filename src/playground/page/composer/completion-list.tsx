import type { PageCommand } from '../contract.ts';
import { usePage } from '../page-context.ts';

interface CompletionListProps {
  readonly id: string;
  readonly choices: readonly PageCommand[];
  readonly choice: PageCommand;
  readonly onAccept: (command: PageCommand) => void;
}

/** The commands a text could become, above the message box that keeps the focus. */
export function CompletionList({ id, choices, choice, onAccept }: CompletionListProps) {
  const { words } = usePage();
  return (
    <div className="completion">
      <p className="completion-title">{words.shell.composer.commands}</p>
      <div role="listbox" id={id} aria-label={words.shell.composer.commands}>
        {choices.map((command) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text box's, which keeps the focus.
          <div
            key={command.command}
            id={optionId(id, command)}
            role="option"
            aria-selected={command === choice}
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onAccept(command)}
          >
            <img src="/mark.svg" alt="" width={28} height={28} />
            <span>
              <b>{command.command}</b> {command.usageHint}
              <span className="quiet completion-about">{command.description}</span>
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** The id of one of them, for `aria-activedescendant`. */
export function optionId(listId: string, command: PageCommand): string {
  return `${listId}${command.command.slice(1)}`;
}
