import { sensitivityIn, UNWATCH_WORDS, WATCH_WORDS, WATCHES_WORDS } from '../../domain/command-words.ts';
import type { Sensitivity } from '../../domain/detection/findings.ts';
import { mentionToText } from '../../domain/detection/mention.ts';
import { isHelp } from '../../domain/input.ts';
import { parseTimeZone } from '../../domain/time/time-input.ts';
import { isLanguage } from '../../i18n/index.ts';
import {
  parseSelector,
  readSettings,
  type SelectorProblem,
  type SettingSelector,
  type SettingsProblem,
  splitSubcommand,
  type TypedChannelSettings,
} from '../../posting/channels/settings-input.ts';
import { NOTIFY_FILLER_WORDS, parseNotify, readChoice, type TypedNotify } from './notify.ts';

export interface TypedWatch extends TypedChannelSettings, TypedNotify {
  readonly sensitivity?: Sensitivity;
}

export type WatchProblem =
  | SettingsProblem
  | SelectorProblem
  | { readonly problem: 'no_channel' | 'which_one' };

export type WatchInput =
  | { readonly kind: 'help' }
  | { readonly kind: 'list' }
  | { readonly kind: 'watch'; readonly typed: TypedWatch }
  | { readonly kind: 'unwatch'; readonly selector: SettingSelector | 'here' }
  | WatchProblem;

export const WATCH_SUBCOMMANDS: readonly string[] = [...WATCH_WORDS, ...WATCHES_WORDS, ...UNWATCH_WORDS];

/** Words next to a setting that are ignored: `with high sensitivity`, `con sensibilidad alta`. */
const FILLER_WORDS = new Set([
  ...['sensitivity', 'sensibilidad', 'with', 'con', 'in', 'en', 'here', 'aquí', 'aqui'],
  ...NOTIFY_FILLER_WORDS,
]);

export function parseWatchInput(text: string): WatchInput {
  const { subcommand, words } = splitSubcommand(text);
  const rest = words.join(' ');
  if (isHelp(rest)) return { kind: 'help' };
  if (WATCHES_WORDS.includes(subcommand))
    return rest === '' ? { kind: 'list' } : { problem: 'not_understood', text: rest };
  if (UNWATCH_WORDS.includes(subcommand)) {
    const selector = rest === '' ? 'here' : parseSelector(rest);
    return typeof selector === 'object' && 'problem' in selector ? selector : { kind: 'unwatch', selector };
  }
  if (!WATCH_WORDS.includes(subcommand)) return { problem: 'not_understood', text };
  const typed = readSettings<TypedWatch>(words, {}, { parseOwn, fillerWords: FILLER_WORDS });
  return 'problem' in typed ? typed : { kind: 'watch', typed };
}

function parseOwn(text: string): Partial<TypedWatch> | undefined {
  const sensitivity = sensitivityIn(text);
  return sensitivity === undefined ? parseNotify(text) : { sensitivity };
}

export function watchText(
  channel: string,
  { sensitivity, zone, language, tellsEnd }: TypedWatch,
  mention: string,
): string {
  const settings = [sensitivity, zone, language].filter((one) => one !== undefined);
  const words = ['watch', `<#${channel}>`, ...settings, 'notify', mention];
  return [...words, ...(tellsEnd ? ['on recovery'] : [])].join(' ');
}

/** Value of the button that repeats a watch request: `C1.high.es.America/Santiago` or `C1.low;S1;end`. */
export function againValue(channel: string, typed: TypedWatch): string {
  const { sensitivity = '', language, zone, mention, tellsEnd } = typed;
  const locale = language === undefined && zone === undefined ? '' : `.${language ?? ''}.${zone ?? ''}`;
  const mentioned =
    mention === undefined ? '' : typeof mention === 'string' ? mention : mentionToText(mention);
  const end = tellsEnd === undefined ? '' : tellsEnd ? 'end' : 'thread';
  const notify = mentioned === '' && end === '' ? '' : `;${mentioned};${end}`;
  return `${channel}.${sensitivity}${locale}${notify}`;
}

export function readAgain(value: string): TypedWatch | undefined {
  const [, channel, word = '', language, zoneName = '', mentioned = '', end] = AGAIN.exec(value) ?? [];
  if (channel === undefined) return undefined;
  const mention = readChoice(mentioned);
  const sensitivity = sensitivityIn(word);
  const zone = parseTimeZone(zoneName);
  return {
    channel,
    ...(sensitivity && { sensitivity }),
    ...(isLanguage(language) && { language }),
    ...(zone && { zone }),
    ...(mention && { mention }),
    ...((end === 'end' || end === 'thread') && { tellsEnd: end === 'end' }),
  };
}

const AGAIN = /^([CG][A-Z0-9]{1,30})\.(low|normal|high|)(?:\.(\w*)\.([^;]*))?(?:;(\w*);(\w*))?$/;
