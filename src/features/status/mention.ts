import { asTyped, isPeriod } from '../../domain/input.ts';
import { findNumbers } from '../../domain/messages/numbers-in-text.ts';
import { isTalk } from '../../domain/text-around-number.ts';
import { answerThread } from '../../posting/shared-answer.ts';
import { helpView } from '../../slack/blocks/advice-view.ts';
import {
  actions,
  button,
  code,
  line,
  richText,
  type View,
  view,
  withNote,
} from '../../slack/blocks/blocks.ts';
import { periodLabel, senderName } from '../../slack/blocks/view-options.ts';
import type { Fields } from '../../slack/forms/modal.ts';
import { isChannel } from '../../slack/listeners/access.ts';
import { type FormReply, periodClock } from '../../slack/listeners/context.ts';
import { type MentionContext, withBotName } from '../../slack/listeners/mentions.ts';
import { sealCommand, typedButtons } from '../../slack/listeners/typed-command.ts';
import type { Deps } from '../dependencies.ts';
import { answerQuestion, createStatusButtons, firstPage, problemView } from './actions.ts';
import {
  DEFAULT_STATUS_PERIOD,
  MAX_LOOKUP_DAYS,
  parseStatusInput,
  type StatusInput,
  type StatusInputProblem,
} from './input.ts';
import type { StatusContext, StatusTranslations } from './locales/index.ts';
import { fieldsOf, noteText } from './problem/view.ts';
import { createStatusShare, sealNumbers } from './share.ts';

export async function answerStatusMention(
  text: string,
  context: MentionContext<StatusTranslations>,
  deps: Deps,
): Promise<FormReply | undefined> {
  const { settings, runtime } = deps;
  const { channelId } = context;
  const read = parseStatusInput(text, { ...settings, clock: periodClock(context) });
  const freeQuestion = readFreeQuestion(read, text, settings.defaultRegion);
  const input = freeQuestion ?? read;
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
  const assumed = freeQuestion ? assumedText(freeQuestion, context, settings) : '';
  if (!isChannel(channelId)) {
    const answered = await answerQuestion(input, context, deps);
    return assumed === '' ? answered : withNote(answered, assumed);
  }
  const { sealer } = runtime;
  const isList = input.kind === 'numbers';
  const sealed = isList
    ? sealNumbers(sealer, input.request)
    : createStatusButtons(sealer).seal(firstPage(input));
  const reply = await answerThread(createStatusShare(deps), sealed, context, deps);
  const reading = 'note' in input && input.note ? noteText(input.note, context.t) : '';
  const note = [reading, assumed].filter(Boolean).join(' ');
  const needsNote = note !== '' && reply !== undefined && 'isShown' in reply;
  return needsNote ? { ephemeral: view(richText(line(note))) } : reply;
}

type FreeQuestion = Extract<StatusInput, { kind: 'number' }> & { readonly hasPeriod: boolean };

const FEWEST_WORDS_AFTER_FROM = 3;

/** Recognises a question about exactly one number in free words: “where is the code of 912345678?” */
function readFreeQuestion(input: StatusInput, text: string, region: string): FreeQuestion | undefined {
  if (!('problem' in input) || !(input.problem === 'not_understood' || input.problem === 'sender')) return;
  const isSenderMeant =
    input.problem === 'sender' && input.text.split(/\s+/).length < FEWEST_WORDS_AFTER_FROM;
  const [reading, second] = findNumbers(asTyped(text), region, isPeriod).numbers;
  if (!reading || second || isSenderMeant || !isTalk(input.text)) return;
  const { msisdn, isForeign } = reading;
  const { spec, sender } = input.understood ?? {};
  const request = { msisdn, spec: spec ?? DEFAULT_STATUS_PERIOD, sender };
  const note = isForeign ? { note: { foreign: [msisdn], names: '' } } : {};
  return { kind: 'number', request, hasPeriod: spec !== undefined, ...note };
}

function assumedText(
  { request: { spec, sender }, hasPeriod }: FreeQuestion,
  context: StatusContext,
  { senders }: Deps['settings'],
): string {
  const { t } = context;
  const from = sender === undefined ? [] : [t.answer.from(senderName(sender, senders))];
  const messages = [periodLabel(spec, context), ...from].join(', ');
  return hasPeriod ? t.mention.understood(messages) : t.mention.assumed(messages);
}

/** True if the text is a request and not a greeting: it has a period, a sender or some digits. */
function isRequest(input: StatusInputProblem): boolean {
  const { spec, sender } = input.understood ?? {};
  if (spec !== undefined || sender !== undefined) return true;
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
