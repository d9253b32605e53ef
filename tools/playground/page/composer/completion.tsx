import { useId, useState } from 'react';
import type { PageCommand, PageState } from '../contract.ts';
import { Avatar } from '../message/avatar.tsx';
import { t } from '../texts.ts';

/** Somebody who can be mentioned; `id` is as in messages: `bot`, or a person's. */
export interface MentionName {
  readonly id: string;
  readonly name: string;
}

/** The bot first: it is what one comes for. */
export function mentionable({
  bot,
  people,
  userGroups,
}: Pick<PageState, 'bot' | 'people' | 'userGroups'>): readonly MentionName[] {
  const groups = userGroups.map(({ id, handle }) => ({ id, name: handle }));
  return [{ id: 'bot', name: bot.name }, ...people, ...groups];
}

/** What a text could become, if one wants it so. */
export interface Choice {
  readonly id: string;
  /** As it is typed: `/sms-status`, `@SMS Desk`. */
  readonly name: string;
  readonly hint: string;
  readonly about: string;
  /** The whole text with it. */
  readonly text: string;
  /** Whether all of the name stands there already. */
  readonly isTyped: boolean;
}

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

/** Whoever the last word before the caret could mean: none unless it begins with `@`. Names may have spaces. */
export function mentionsFor(
  text: string,
  caret: number,
  names: readonly MentionName[],
): readonly (MentionName & { readonly text: string; readonly isTyped: boolean })[] {
  const [, before = '', typed] = /^(.*(?:^|[\s(]))@([^@\n]{0,40})$/s.exec(text.slice(0, caret)) ?? [];
  if (typed === undefined) return [];
  const wanted = typed.toLowerCase();
  return names
    .filter(({ name }) => name.toLowerCase().startsWith(wanted))
    .map((one) => ({
      ...one,
      text: `${before}@${one.name} ${text.slice(caret).trimStart()}`,
      isTyped: one.name.toLowerCase() === wanted,
    }));
}

interface Typed {
  readonly text: string;
  /** Where the caret is; without it, at the end. */
  readonly caret: number | undefined;
}

interface Offered {
  readonly commands: readonly PageCommand[];
  readonly names: readonly MentionName[];
}

function choicesFor({ text, caret = text.length }: Typed, { commands, names }: Offered): readonly Choice[] {
  const asCommands = completionsFor(text, commands).map((one) => ({
    id: one.command.slice(1),
    name: one.command,
    hint: one.usageHint,
    about: one.description,
    text: complete(one),
    isTyped: one.command === text,
  }));
  const asMentions = mentionsFor(text, caret, names).map(({ id, name, ...rest }) => ({
    id,
    name: `@${name}`,
    hint: '',
    about: '',
    ...rest,
  }));
  return [...asCommands, ...asMentions];
}

export function useCompletion(typed: Typed, offered: Offered) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const [isDismissed, setIsDismissed] = useState(false);
  const choices = isDismissed ? [] : choicesFor(typed, offered);
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
  const title = choice.name.startsWith('/') ? t.composer.commands : t.composer.people;
  return (
    <div className="completion card">
      <p className="completion-title quiet small">{title}</p>
      <div role="listbox" id={id} aria-label={title}>
        {choices.map((one) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text box's, which keeps the focus.
          <div
            key={one.id}
            id={optionId(id, one)}
            className="row"
            role="option"
            aria-selected={one === choice}
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onAccept(one)}
          >
            <Avatar author={one.name.startsWith('/') ? 'bot' : one.id} size={28} />
            <span className="grow">
              <b>{one.name}</b> {one.hint}
              <span className="quiet completion-about small">{one.about}</span>
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

function optionId(listId: string, { id }: Choice): string {
  return `${listId}${id}`;
}
