import { UNWATCH_WORDS, WATCH_WORDS, WATCHES_WORDS } from '../../../domain/command-words.ts';
import type { Sensitivity } from '../../../domain/incidents/findings.ts';
import { mentionToText } from '../../../domain/incidents/mention.ts';
import { isHelp } from '../../../domain/input.ts';
import { parseTimeZone } from '../../../domain/time/time-input.ts';
import { isLanguage } from '../../../i18n/index.ts';
import {
  parseWhich,
  readSettings,
  type SettingsProblem,
  splitSubcommand,
  type TypedChannelSettings,
  type Which,
  type WhichProblem,
} from '../../../posting/channels/settings-input.ts';
import { NOTIFY_FILLING, parseNotify, readChoice, type TypedNotify } from './notify.ts';

export interface TypedWatch extends TypedChannelSettings, TypedNotify {
  readonly sensitivity?: Sensitivity;
}

export type WatchProblem = SettingsProblem | WhichProblem | { readonly problem: 'no_channel' | 'which_one' };

export type WatchInput =
  | { readonly kind: 'help' }
  | { readonly kind: 'list' }
  | { readonly kind: 'watch'; readonly typed: TypedWatch }
  | { readonly kind: 'unwatch'; readonly which: Which | 'here' }
  | WatchProblem;

export const WATCH_SUBCOMMANDS: readonly string[] = [...WATCH_WORDS, ...WATCHES_WORDS, ...UNWATCH_WORDS];

const SENSITIVITIES: ReadonlyMap<string, Sensitivity> = new Map([
  ['low', 'low'],
  ['baja', 'low'],
  ['normal', 'normal'],
  ['high', 'high'],
  ['alta', 'high'],
]);
export const SENSITIVITY_WORDS: readonly string[] = [...SENSITIVITIES.keys()];

export function sensitivityIn(word: string): Sensitivity | undefined {
  return SENSITIVITIES.get(word.toLowerCase());
}

/** Words without meaning: `with high sensitivity`, `con sensibilidad alta`. */
const FILLING = new Set([
  ...['sensitivity', 'sensibilidad', 'with', 'con', 'in', 'en', 'here', 'aquí', 'aqui'],
  ...NOTIFY_FILLING,
]);

/** The first word is one of `WATCH_SUBCOMMANDS`. */
export function parseWatchInput(text: string): WatchInput {
  const { subcommand, words } = splitSubcommand(text);
  const rest = words.join(' ');
  if (isHelp(rest)) return { kind: 'help' };
  if (WATCHES_WORDS.includes(subcommand))
    return rest === '' ? { kind: 'list' } : { problem: 'not_understood', text: rest };
  if (UNWATCH_WORDS.includes(subcommand)) {
    const which = rest === '' ? 'here' : parseWhich(rest);
    return typeof which === 'object' && 'problem' in which ? which : { kind: 'unwatch', which };
  }
  return WATCH_WORDS.includes(subcommand) ? parseWatch(words) : { problem: 'not_understood', text };
}

function parseWatch(words: readonly string[]): WatchInput {
  const typed = readSettings<TypedWatch>(words, {}, { parseOwn, filling: FILLING });
  return 'problem' in typed ? typed : { kind: 'watch', typed };
}

function parseOwn(text: string): Partial<TypedWatch> | undefined {
  const sensitivity = sensitivityIn(text);
  return sensitivity === undefined ? parseNotify(text) : { sensitivity };
}

/** Command text for a watch; `mention` is as typed. */
export function watchText(
  channel: string,
  { sensitivity, zone, language, tellsEnd }: TypedWatch,
  mention: string,
): string {
  const settings = [sensitivity, zone, language].filter((one) => one !== undefined);
  const words = ['watch', `<#${channel}>`, ...settings, 'notify', mention];
  return [...words, ...(tellsEnd ? ['on recovery'] : [])].join(' ');
}

/** Button value for a watch: `C1.`, `C1.high.es.America/Santiago`, `C1.low;S1;end`, `C1.;;thread`. */
export function againValue(channel: string, typed: TypedWatch): string {
  const { sensitivity = '', language, zone, mention, tellsEnd } = typed;
  const reading = language === undefined && zone === undefined ? '' : `.${language ?? ''}.${zone ?? ''}`;
  const called = mention === undefined ? '' : typeof mention === 'string' ? mention : mentionToText(mention);
  const end = tellsEnd === undefined ? '' : tellsEnd ? 'end' : 'thread';
  const notify = called === '' && end === '' ? '' : `;${called};${end}`;
  return `${channel}.${sensitivity}${reading}${notify}`;
}

/** `undefined` where a value is not from this bot. */
export function readAgain(value: string): TypedWatch | undefined {
  const [, channel, word = '', spoken, place = '', called = '', end] = AGAIN.exec(value) ?? [];
  if (channel === undefined) return undefined;
  const mention = readChoice(called);
  const sensitivity = sensitivityIn(word);
  const zone = parseTimeZone(place);
  return {
    channel,
    ...(sensitivity && { sensitivity }),
    ...(isLanguage(spoken) && { language: spoken }),
    ...(zone && { zone }),
    ...(mention && { mention }),
    ...((end === 'end' || end === 'thread') && { tellsEnd: end === 'end' }),
  };
}

const AGAIN = /^([CG][A-Z0-9]{1,30})\.(low|normal|high|)(?:\.(\w*)\.([^;]*))?(?:;(\w*);(\w*))?$/;
