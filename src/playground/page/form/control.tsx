import { type AriaAttributes, useId } from 'react';
import { recordsIn, textIn } from '../../json.ts';
import type { FieldValue } from '../contract.ts';
import type { Words } from '../locales/index.ts';
import { channelOptions, type OfferedChannel, optionsOf } from './fields.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface ControlProps {
  readonly element: Fields;
  readonly value: FieldValue;
  readonly channels: readonly OfferedChannel[];
  readonly words: Words;
  readonly onChange: (value: FieldValue) => void;
  /** Enter in a text of one line; without it, Enter does what it does in a form. */
  readonly onEnter?: () => void;
  readonly isOptional?: boolean;
  /** Id, names and faults, for the control itself or for the group that it is. */
  readonly attributes?: AriaAttributes & { readonly id?: string };
}

/** One element in which something is entered or chosen; the value is held by whoever shows it. */
export function Control(props: ControlProps) {
  switch (props.element.type) {
    case 'static_select':
    case 'conversations_select':
    case 'channels_select':
      return <Select {...props} />;
    case 'radio_buttons':
    case 'checkboxes':
      return <Choices {...props} />;
    default:
      return <TextControl {...props} />;
  }
}

const inputTypes: Readonly<Record<string, string>> = {
  email_text_input: 'email',
  url_text_input: 'url',
  datepicker: 'date',
  timepicker: 'time',
};

function TextControl({ element, value, onChange, onEnter, attributes }: ControlProps) {
  const most = typeof element.max_length === 'number' ? { maxLength: element.max_length } : {};
  const shared = {
    ...attributes,
    ...most,
    value: typeof value === 'string' ? value : '',
    placeholder: textIn(element.placeholder, 'text'),
    autoComplete: 'off',
  };
  if (element.multiline === true) {
    return (
      <textarea
        {...shared}
        className="control"
        rows={4}
        onChange={(event) => onChange(event.target.value || null)}
      />
    );
  }
  const isNumber = element.type === 'number_input';
  return (
    <input
      {...shared}
      className={`control control-${textIn(element, 'type')}`}
      type={inputTypes[textIn(element, 'type')] ?? 'text'}
      inputMode={isNumber ? (element.is_decimal_allowed === true ? 'decimal' : 'numeric') : undefined}
      onChange={(event) => onChange(event.target.value || null)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || onEnter === undefined || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}

function Select({ element, value, channels, words, onChange, isOptional = false, attributes }: ControlProps) {
  const placeholder = textIn(element.placeholder, 'text') || words.form.choose;
  const groups = recordsIn(element.option_groups);
  const offered =
    element.type === 'static_select'
      ? recordsIn(element.options).map(optionOf)
      : channelOptions(element, channels);
  return (
    <span className="control-select">
      <select
        {...attributes}
        className={`control${value === null ? ' is-empty' : ''}`}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.target.value || null)}
      >
        {(value === null || isOptional) && (
          <option value="" disabled={!isOptional}>
            {value === null ? placeholder : words.form.none}
          </option>
        )}
        {offered.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
        {groups.map((group) => (
          <optgroup key={textIn(group.label, 'text')} label={textIn(group.label, 'text')}>
            {recordsIn(group.options)
              .map(optionOf)
              .map((option) => (
                <option key={option.value} value={option.value}>
                  {option.text}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </span>
  );
}

function Choices({ element, value, onChange, attributes }: ControlProps) {
  const name = useId();
  const isMany = element.type === 'checkboxes';
  const chosen = new Set(value === null ? [] : typeof value === 'string' ? [value] : value);
  const { id, ...described } = attributes ?? {};
  return (
    <div role={isMany ? 'group' : 'radiogroup'} className="choices" {...described}>
      {optionsOf(element).map((option, at) => {
        const { value: own, text } = optionOf(option);
        const description = textIn(option.description, 'text');
        return (
          <label key={own} className="choice">
            <input
              type={isMany ? 'checkbox' : 'radio'}
              name={name}
              {...(at === 0 && id !== undefined ? { id } : {})}
              checked={chosen.has(own)}
              onChange={() => onChange(isMany ? toggled(chosen, own, element) : own)}
            />
            <span>
              {text}
              {description !== '' && <small>{description}</small>}
            </span>
          </label>
        );
      })}
    </div>
  );
}

/** In the order in which the options stand. */
function toggled(chosen: ReadonlySet<string>, value: string, element: Fields): string[] {
  const next = new Set(chosen);
  if (!next.delete(value)) next.add(value);
  return optionsOf(element)
    .map((option) => textIn(option, 'value'))
    .filter((one) => next.has(one));
}

function optionOf(option: Fields) {
  return { value: textIn(option, 'value'), text: textIn(option.text, 'text') };
}
