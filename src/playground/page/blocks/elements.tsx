import { useRef, useState } from 'react';
import { isRecord, recordsIn, textIn } from '../../json.ts';
import { troubleText } from '../action.ts';
import type { FieldValue } from '../contract.ts';
import { Popover } from '../popover.tsx';
import { type Acting, useActing } from './acting.ts';
import type { OnUse } from './blocks.tsx';
import { Confirmation } from './confirmation.tsx';
import { Menu } from './menu.tsx';
import { type Fields, useDrawing } from './rich-text.tsx';

interface ElementsProps {
  readonly blockId: string;
  readonly elements: readonly Fields[];
  readonly onUse: OnUse;
}

/** What is to be confirmed before it is sent. */
interface Asked {
  readonly confirm: Fields;
  readonly send: () => void;
}

/** Buttons and menus of a block; one is used at a time, and what came of it is said below. */
export function Elements({ blockId, elements, onUse }: ElementsProps) {
  const { words } = useDrawing();
  const acting = useActing();
  const [asked, setAsked] = useState<Asked>();

  function use(element: Fields, value?: FieldValue): void {
    const actionId = textIn(element, 'action_id');
    const isChoice = value !== undefined;
    const send = () => void acting.run(actionId, () => onUse(blockId, actionId, value), isChoice);
    if (isRecord(element.confirm)) setAsked({ confirm: element.confirm, send });
    else send();
  }

  return (
    <div className="elements">
      <div className="elements-row">
        {elements.map((element, at) => (
          <OneElement key={textIn(element, 'action_id') || at} {...{ element, acting, use }} />
        ))}
      </div>
      <p className="elements-trouble" role="status">
        {acting.trouble && `⚠ ${troubleText(acting.trouble, words.blocks)}`}
      </p>
      {asked && (
        <Confirmation
          confirm={asked.confirm}
          onAnswer={(isYes) => {
            setAsked(undefined);
            if (isYes) asked.send();
          }}
        />
      )}
    </div>
  );
}

interface OneElementProps {
  readonly element: Fields;
  readonly acting: Acting;
  readonly use: (element: Fields, value?: FieldValue) => void;
}

function OneElement({ element, acting, use }: OneElementProps) {
  const isWorking = acting.working !== undefined && acting.working === textIn(element, 'action_id');
  const shared = { element, use, isWorking };
  switch (element.type) {
    case 'button':
      return <Button {...shared} />;
    case 'overflow':
      return <Overflow {...shared} />;
    default:
      return <Menu {...shared} />;
  }
}

interface UsedElementProps {
  readonly element: Fields;
  readonly isWorking: boolean;
  readonly use: (element: Fields, value?: FieldValue) => void;
}

function Button({ element, isWorking, use }: UsedElementProps) {
  const { words } = useDrawing();
  const style = textIn(element, 'style') || 'default';
  const label = labelOf(element.text);
  const url = webAddress(element);
  const said = textIn(element, 'accessibility_label');
  const named = said === '' ? {} : { 'aria-label': said };
  if (url !== undefined) {
    return (
      <a
        className={`button button-${style}`}
        href={url}
        target="_blank"
        rel="noreferrer noopener"
        onClick={() => use(element)}
        {...named}
      >
        {label}
        <span className="visually-hidden"> ({words.blocks.opensPage})</span>
        <span aria-hidden="true"> ↗</span>
      </a>
    );
  }
  return (
    <button
      type="button"
      className={`button button-${style}`}
      aria-disabled={isWorking}
      aria-busy={isWorking}
      onClick={() => !isWorking && use(element)}
      {...named}
    >
      <span className="button-label">{label}</span>
      {isWorking && <span className="spinner" role="img" aria-label={words.blocks.working} />}
    </button>
  );
}

function Overflow({ element, isWorking, use }: UsedElementProps) {
  const { words } = useDrawing();
  const list = useRef<HTMLUListElement>(null);

  function step(key: string): boolean {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('button, a') ?? [])];
    const at = items.findIndex((item) => item.matches(':focus'));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key];
    if (to === undefined || items.length === 0) return false;
    items.at(to % items.length)?.focus();
    return true;
  }

  return (
    <Popover
      label={words.blocks.more}
      isIcon
      className="button button-default button-icon"
      button={isWorking ? <span className="spinner" /> : <span aria-hidden="true">⋯</span>}
    >
      {(close) => (
        <ul
          ref={list}
          className="menu"
          onKeyDown={(event) => {
            if (step(event.key)) event.preventDefault();
          }}
        >
          {recordsIn(element.options).map((option) => {
            const value = textIn(option, 'value');
            const url = webAddress(option);
            const pick = () => {
              close();
              use(element, value);
            };
            return (
              <li key={value}>
                {url === undefined ? (
                  <button type="button" onClick={pick}>
                    <OptionText option={option} />
                  </button>
                ) : (
                  <a href={url} target="_blank" rel="noreferrer noopener" onClick={pick}>
                    <OptionText option={option} /> <span aria-hidden="true">↗</span>
                  </a>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Popover>
  );
}

function OptionText({ option }: { readonly option: Fields }) {
  const description = labelOf(option.description);
  return (
    <>
      {labelOf(option.text)}
      {description !== '' && <small>{description}</small>}
    </>
  );
}

function labelOf(text: unknown): string {
  return textIn(text, 'text');
}

/** Only an address of the web: a bot may not run anything in the page. */
function webAddress(fields: Fields): string | undefined {
  const url = textIn(fields, 'url');
  return /^https?:\/\//i.test(url) ? url : undefined;
}
