import { type AriaAttributes, useId } from 'react';
import { textIn } from '../../json.ts';
import type { Fields } from '../blocks/block.ts';
import type { FieldValue } from '../contract.ts';
import { usePage } from '../page-context.ts';
import { channelOptions, optionsOf } from './fields.ts';

interface ControlProps {
  readonly element: Fields;
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
  readonly isOptional?: boolean;
  /** Id, names and faults, for the control itself or for the group that it is. */
  readonly attributes: AriaAttributes & { readonly id?: string };
}

/** One element in which something is entered or chosen; the value is held by whoever shows it. */
export function Control(props: ControlProps) {
  switch (props.element.type) {
    case 'static_select':
    case 'conversations_select':
      return <Select {...props} />;
    case 'radio_buttons':
      return <RadioButtons {...props} />;
    default:
      return <TextControl {...props} />;
  }
}

const INPUT_TYPES: Readonly<Record<string, string>> = { datepicker: 'date', timepicker: 'time' };

function TextControl({ element, value, onChange, attributes }: ControlProps) {
  const type = textIn(element, 'type');
  const most = typeof element.max_length === 'number' ? { maxLength: element.max_length } : {};
  return (
    <input
      {...attributes}
      {...most}
      className={`control control-${type}`}
      type={INPUT_TYPES[type] ?? 'text'}
      value={value ?? ''}
      placeholder={textIn(element.placeholder, 'text')}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value || null)}
    />
  );
}

function Select({ element, value, onChange, isOptional = false, attributes }: ControlProps) {
  const { state, t } = usePage();
  const isStatic = element.type === 'static_select';
  const offered = isStatic ? optionsOf(element) : channelOptions(element, state.channels);
  const placeholder = textIn(element.placeholder, 'text') || t.form.choose;
  return (
    <span className="control-select">
      <select
        {...attributes}
        className={`control${value === null ? ' is-empty' : ''}`}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
      >
        {(value === null || isOptional) && (
          <option value="" disabled={!isOptional}>
            {value === null ? placeholder : t.form.none}
          </option>
        )}
        {offered.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </span>
  );
}

function RadioButtons({ element, value, onChange, attributes: { id, ...attributes } }: ControlProps) {
  const name = useId();
  return (
    <div role="radiogroup" className="choices" {...attributes}>
      {optionsOf(element).map((option, at) => (
        <label key={option.value} className="choice">
          <input
            type="radio"
            name={name}
            {...(at === 0 && { id })}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </div>
  );
}
