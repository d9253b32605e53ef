import { type ReactNode, useState } from 'react';
import { isRecord, type JsonObject, recordsIn, textIn } from '../../../fake-slack/json.ts';
import { failureText, type OnUse, useActions } from '../action.ts';
import type { FieldValue } from '../contract.ts';
import { Question } from '../dialog.tsx';
import { Control } from '../form/field.tsx';
import { firstValue } from '../form/fields.ts';
import { Popover } from '../popover.tsx';
import { t } from '../texts.ts';

interface ElementsProps {
  readonly blockId: string;
  readonly elements: readonly JsonObject[];
  readonly onUse: OnUse;
}

export function Elements({ blockId, elements, onUse }: ElementsProps) {
  const actions = useActions();
  const [question, setQuestion] = useState<{ confirm: JsonObject; send: () => void }>();

  function use(element: JsonObject, value?: FieldValue): void {
    const actionId = textIn(element, 'action_id');
    const isChoice = value !== undefined;
    const used = { blockId, actionId, ...(isChoice && { value }) };
    const send = () => void actions.run(actionId, () => onUse(used), isChoice);
    if (isRecord(element.confirm)) setQuestion({ confirm: element.confirm, send });
    else send();
  }

  return (
    <div>
      <div className="elements row">
        {elements.map((element, at) => {
          const actionId = textIn(element, 'action_id');
          const isPending = actions.pending !== undefined && actions.pending === actionId;
          const Element = ELEMENTS[textIn(element, 'type')] ?? Menu;
          return <Element key={actionId || at} {...{ element, isPending, use }} />;
        })}
      </div>
      <p className="failure small" role="status">
        {actions.failure && `⚠ ${failureText(actions.failure)}`}
      </p>
      {question && (
        <Question
          title={textIn(question.confirm.title, 'text') || t.blocks.sure}
          yes={textIn(question.confirm.confirm, 'text') || t.blocks.yes}
          no={textIn(question.confirm.deny, 'text') || t.blocks.no}
          isDanger={question.confirm.style === 'danger'}
          onAnswer={(isYes) => {
            setQuestion(undefined);
            if (isYes) question.send();
          }}
        >
          {textIn(question.confirm.text, 'text')}
        </Question>
      )}
    </div>
  );
}

interface ElementProps {
  readonly element: JsonObject;
  readonly isPending: boolean;
  readonly use: (element: JsonObject, value?: FieldValue) => void;
}

function Button({ element, isPending, use }: ElementProps) {
  return (
    <button
      type="button"
      className={`button button-${textIn(element, 'style') || 'default'}`}
      aria-disabled={isPending}
      aria-busy={isPending}
      onClick={() => !isPending && use(element)}
    >
      <span>{textIn(element.text, 'text')}</span>
      {isPending && <Working />}
    </button>
  );
}

/** A menu outside a form. The chosen option is sent to the bot at once and stays visible. */
function Menu({ element, isPending, use }: ElementProps) {
  const [value, setValue] = useState(() => firstValue(element));
  return (
    <span className="row" aria-busy={isPending}>
      <Control
        element={element}
        value={value}
        attributes={{ 'aria-label': textIn(element.placeholder, 'text') || t.blocks.choose }}
        onChange={(next) => {
          setValue(next);
          use(element, next);
        }}
      />
      {isPending && <Working />}
    </span>
  );
}

function OverflowMenu({ element, isPending, use }: ElementProps) {
  return (
    <span className="row" aria-busy={isPending}>
      <Popover
        label={t.blocks.more}
        className="button button-default"
        panelClassName="menu"
        button={
          <>
            <span aria-hidden="true">…</span>
            <span className="visually-hidden">{t.blocks.more}</span>
          </>
        }
      >
        {(close) =>
          recordsIn(element.options).map((option) => (
            <button
              key={textIn(option, 'value')}
              type="button"
              onClick={() => {
                close();
                use(element, textIn(option, 'value'));
              }}
            >
              {textIn(option.text, 'text')}
            </button>
          ))
        }
      </Popover>
      {isPending && <Working />}
    </span>
  );
}

const ELEMENTS: Readonly<Record<string, (props: ElementProps) => ReactNode>> = {
  button: Button,
  overflow: OverflowMenu,
};

function Working() {
  return (
    <span role="img" aria-label={t.blocks.working}>
      …
    </span>
  );
}
