import { actions, button, line, richText, type View, view } from '../../slack/blocks/blocks.ts';
import type { Fields } from '../../slack/forms/modal.ts';
import { typedButtons } from '../../slack/listeners/typed-command.ts';
import type { StatusInput } from './input.ts';
import type { StatusTranslations } from './locales/index.ts';
import { fieldsOf } from './problem/view.ts';

/** What the buttons of the answer carry. */
export interface MentionButtons {
  readonly sealFields: (fields: Fields) => string;
  readonly sealCommand: (command: string) => string;
}

/** What a look-up's form begins with where words name a number. */
export function mentionFields(input: StatusInput): Fields {
  if ('problem' in input) return input.kept?.msisdns?.length ? fieldsOf(input.kept) : {};
  if (input.kind === 'numbers') return fieldsOf(input.request);
  if (input.kind !== 'number') return {};
  const { msisdn, spec, sender } = input.request;
  return fieldsOf({ msisdns: [msisdn], spec, sender });
}

/** What the bot can do, with a button for each. The form of a look-up begins with `fields`. */
export function mentionView(t: StatusTranslations, fields: Fields, buttons: MentionButtons): View {
  const { offer, lookUp, check, report } = t.mention;
  const others = [
    { label: check, text: '/sms-check' },
    { label: report, text: '/sms-report' },
  ];
  return view(
    richText(line(offer)),
    actions(
      'status.mention',
      button('status.ask.form', lookUp, buttons.sealFields(fields)),
      ...typedButtons(others, buttons.sealCommand),
    ),
  );
}
