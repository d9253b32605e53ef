import { optionsOf, type StateValue } from '../elements/state.ts';
import { isRecord } from '../json.ts';
import { label } from './blocks.ts';
import { type Line, linesOf, type Span, span, wrapLine, wrapped } from './spans.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Stands before the lines of a text of several. */
const MARGIN = '│ ';

/** Lines of a field with what is entered in it, its placeholder where that is nothing, and all it offers. */
export function fieldLines(element: Fields, value: StateValue, width: number): Line[] {
  switch (element.type) {
    case 'plain_text_input':
      return textFieldLines(element, value.value ?? '', width);
    case 'radio_buttons':
      return optionLines(element, width, (option) =>
        option.value === value.selected_option?.value ? '(•) ' : '( ) ',
      );
    case 'checkboxes': {
      const chosen = new Set((value.selected_options ?? []).map((option) => option.value));
      return optionLines(element, width, (option) => (chosen.has(option.value) ? '[x] ' : '[ ] '));
    }
    case 'static_select': {
      const { selected_option: chosen } = value;
      const offered = optionsOf(element).map((option) => label(option.text));
      return [
        ...menuLine(element, isRecord(chosen) ? label(chosen.text) : '', width),
        ...wrapped([span(offered.join(' / '), { dim: true })], width),
      ];
    }
    case 'datepicker':
      return menuLine(element, value.selected_date ?? '', width);
    case 'timepicker':
      return menuLine(element, value.selected_time ?? '', width);
    default: {
      const channel = value.selected_conversation ?? value.selected_channel;
      return menuLine(element, channel ? `#${channel}` : '', width);
    }
  }
}

function textFieldLines(element: Fields, text: string, width: number): Line[] {
  if (text.includes('\n')) {
    return linesOf([span(text)]).flatMap((line) =>
      wrapLine(line, width - MARGIN.length).map((rest) => [span(MARGIN), ...rest]),
    );
  }
  return wrapped([span('[ '), entered(element, text), span(' ]')], width);
}

function menuLine(element: Fields, chosen: string, width: number): Line[] {
  return wrapped([span('[ '), entered(element, chosen), span(' ▾ ]')], width);
}

/** A placeholder is set apart by dots as well, where there are no colours. */
function entered(element: Fields, text: string): Span {
  return text === '' ? span(`${label(element.placeholder)}…`, { dim: true }) : span(text);
}

function optionLines(element: Fields, width: number, mark: (option: Fields) => string): Line[] {
  return optionsOf(element).flatMap((option) => {
    const description = option.description === undefined ? '' : `  ${label(option.description)}`;
    const before = mark(option);
    const rest = wrapped([span(label(option.text)), span(description, { dim: true })], width - before.length);
    return rest.map((line, index) => [span(index === 0 ? before : ' '.repeat(before.length)), ...line]);
  });
}
