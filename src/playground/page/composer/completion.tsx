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

/** The text once a command is chosen, ready for what follows it. */
export function complete(command: PageCommand): string {
  return `${command.command} `;
}

/** The command a text is about to send, once its name is whole and something may follow. */
export function commandOf(text: string, commands: readonly PageCommand[]): PageCommand | undefined {
  const [name] = text.split(/\s/, 1);
  return commands.find((one) => one.command === name);
}

interface CompletionListProps {
  readonly id: string;
  readonly choices: readonly PageCommand[];
  readonly choice: PageCommand;
  readonly onAccept: (command: PageCommand) => void;
}

/** The commands a text could become, above the message box that keeps the focus. */
export function CompletionList({ id, choices, choice, onAccept }: CompletionListProps) {
  const { t } = usePage();
  return (
    <div className="completion">
      <p className="completion-title">{t.composer.commands}</p>
      <div role="listbox" id={id} aria-label={t.composer.commands}>
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
