/** Minimal blocks and elements, which a test may change. */

export const plain = (text: string) => ({ type: 'plain_text', text });
export const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
export const long = (length: number) => 'x'.repeat(length);
export const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const header = (text = 'text') => ({ type: 'header', text: plain(text) });
export const context = (...elements: unknown[]) => ({ type: 'context', elements });
export const actions = (...elements: unknown[]) => ({ type: 'actions', elements });
export const button = (change: object = {}) => ({
  type: 'button',
  text: plain('Go'),
  action_id: 'go',
  ...change,
});
export const select = (change: object = {}) => ({
  type: 'static_select',
  action_id: 'pick',
  options: [{ text: plain('one'), value: '1' }],
  ...change,
});
export const richText = (...elements: unknown[]) => ({ type: 'rich_text', elements });
export const richSection = (...elements: unknown[]) =>
  richText({ type: 'rich_text_section', elements: elements.length > 0 ? elements : [text('text')] });
export const text = (value: string, change: object = {}) => ({ type: 'text', text: value, ...change });
export const cell = (value = 'a') => ({ type: 'raw_text', text: value });
export const figure = (value: number) => ({ type: 'raw_number', value, text: `${value}` });
export const dataTable = (rows: unknown[] = [[cell()], [cell()]], change: object = {}) => ({
  type: 'data_table',
  caption: 'By operator',
  rows,
  ...change,
});
export const points = (count: number, of: (at: number) => string = (at) => `${at}`) =>
  many(count, (at) => ({ label: of(at), value: at }));
export const series = (count = 2, change: object = {}) => ({ name: 'Sent', data: points(count), ...change });
export const axes = (count = 2, change: object = {}) => ({
  categories: many(count, (at) => `${at}`),
  ...change,
});
export const chart = (fields: object = {}, change: object = {}) => ({
  type: 'data_visualization',
  title: 'A day',
  chart: { type: 'line', series: [series()], axis_config: axes(), ...fields },
  ...change,
});
export const option = (value: string, change: object = {}) => ({ text: plain(value), value, ...change });
export const radio = (change: object = {}) => ({
  type: 'radio_buttons',
  action_id: 'when',
  options: [option('a'), option('b')],
  ...change,
});
export const overflow = (change: object = {}) => ({
  type: 'overflow',
  action_id: 'more',
  options: [option('refresh'), option('share')],
  ...change,
});
export const timepicker = (change: object = {}) => ({ type: 'timepicker', action_id: 'time', ...change });
export const datepicker = (change: object = {}) => ({ type: 'datepicker', action_id: 'day', ...change });
export const textInput = (change: object = {}) => ({
  type: 'plain_text_input',
  action_id: 'text',
  ...change,
});
export const input = (element: unknown, change: object = {}) => ({
  type: 'input',
  label: plain('Label'),
  element,
  ...change,
});
export const modal = (blocks: unknown[], change: object = {}) => ({
  type: 'modal',
  title: plain('Ask'),
  submit: plain('Send'),
  blocks,
  ...change,
});
