import { answerThread } from '../../posting/shared-answer.ts';
import { helpView } from '../../slack/blocks/advice-view.ts';
import { actions, button, code, line, richText, type View, view } from '../../slack/blocks/blocks.ts';
import type { Fields } from '../../slack/forms/modal.ts';
import { isChannel } from '../../slack/listeners/access.ts';
import { type FormReply, periodClock } from '../../slack/listeners/context.ts';
import { type MentionContext, withBotName } from '../../slack/listeners/mentions.ts';
import { sealCommand, suggestionButtons, typedButtons } from '../../slack/listeners/typed-command.ts';
import type { Deps } from '../dependencies.ts';
import { answerQuestion, createStatusButtons, firstPage, problemView, STATUS_COMMAND } from './actions.ts';
import { MAX_LOOKUP_DAYS, parseStatusInput, type StatusInput, type StatusInputProblem } from './input.ts';
import type { StatusTranslations } from './locales/index.ts';
import { choicesFor } from './problem/suggestions.ts';
import { fieldsOf, noteText } from './problem/view.ts';
import { createStatusShare, sealNumbers } from './share.ts';

export async function answerStatusMention(
  text: string,
  context: MentionContext<StatusTranslations>,
  deps: Deps,
): Promise<FormReply | undefined> {
  const { settings, runtime } = deps;
  const { channelId } = context;
  const input = parseStatusInput(text, { ...settings, clock: periodClock(context) });
  if ('problem' in input || input.kind === 'help' || input.kind === 'form') {
    const write = (words: string) => withBotName(channelId, words);
    if ('problem' in input && isRequest(input)) return problemView(input, context, deps, write);
    const offer = mentionView(context.t, mentionFields(input), {
      written: write(context.t.mention.examples.number),
      sealFields: createStatusButtons(runtime.sealer).sealFields,
      sealCommand: (command) => sealCommand(runtime.sealer, command, ''),
    });
    if ('problem' in input || input.kind !== 'help') return offer;
    const help = helpView(context.t.input.help(MAX_LOOKUP_DAYS), context.t, settings);
    return { text: `${offer.text}\n${help.text}`, blocks: [...offer.blocks, ...help.blocks] };
  }
  if (!isChannel(channelId)) return answerQuestion(input, context, deps);
  const { sealer } = runtime;
  const isList = input.kind === 'numbers';
  const sealed = isList
    ? sealNumbers(sealer, input.request)
    : createStatusButtons(sealer).seal(firstPage(input));
  const reply = await answerThread(createStatusShare(deps), sealed, context, deps);
  const { note } = input;
  const words = note ? noteText(note, context) : '';
  if (!note || words === '' || !reply || !('isShown' in reply)) return reply;
  const sealText = (command: string) => sealCommand(sealer, STATUS_COMMAND, command);
  const choices = suggestionButtons(choicesFor(input.request, note, context), sealText);
  return { ephemeral: view(richText(line(words)), ...choices) };
}

/** True if the text is a request and not a greeting: it has a period, a sender, a kind or some digits. */
function isRequest(input: StatusInputProblem): boolean {
  const { spec, sender, kinds } = input.understood ?? {};
  if ((spec ?? sender ?? kinds) !== undefined) return true;
  return input.problem === 'number' ? /(?:\d\D*){3}/.test(input.text) : input.problem !== 'no_number';
}

export interface MentionOffer {
  readonly written: string;
  readonly sealFields: (fields: Fields) => string;
  readonly sealCommand: (command: string) => string;
}

export function mentionFields(input: StatusInput): Fields {
  if ('problem' in input) return input.understood?.msisdns?.length ? fieldsOf(input.understood) : {};
  if (input.kind === 'numbers') return fieldsOf(input.request);
  if (input.kind !== 'number') return {};
  const { msisdn, spec, sender } = input.request;
  return fieldsOf({ msisdns: [msisdn], spec, sender });
}

export function mentionView(t: StatusTranslations, fields: Fields, offered: MentionOffer): View {
  const { offer, lookUp, check, report } = t.mention;
  const others = [
    { label: check, text: '/sms-check' },
    { label: report, text: '/sms-report' },
  ];
  const form = button('status.ask.form', lookUp, offered.sealFields(fields));
  return view(
    richText(line(offer, ' ', t.example, ' ', code(offered.written))),
    actions('status.mention', form, ...typedButtons(others, offered.sealCommand)),
  );
}
