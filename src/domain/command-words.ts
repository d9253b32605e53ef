import type { Sensitivity } from './detection/findings.ts';

export const SUBSCRIBE_WORDS: readonly string[] = ['subscribe', 'suscribir'];
export const SUBSCRIPTIONS_WORDS: readonly string[] = ['subscriptions', 'suscripciones'];
export const UNSUBSCRIBE_WORDS: readonly string[] = ['unsubscribe', 'cancelar'];

export const WATCH_WORDS: readonly string[] = ['watch', 'vigilar'];
export const WATCHES_WORDS: readonly string[] = ['watches', 'vigilancias'];
export const UNWATCH_WORDS: readonly string[] = ['unwatch', 'dejar'];
export const REHEARSE_WORDS: readonly string[] = ['rehearse', 'rehearsal', 'ensayar', 'ensayo'];

export const REPORT_MENTION_WORDS: readonly string[] = [
  'report',
  'reporte',
  'informe',
  '/sms-report',
  'sms-report',
];
export const CHECK_MENTION_WORDS: readonly string[] = [
  'check',
  'revisar',
  'revisa',
  'revision',
  'chequear',
  'chequea',
  'chequeo',
  '/sms-check',
  'sms-check',
];
export const STATUS_MENTION_WORDS: readonly string[] = ['status', 'estado', '/sms-status', 'sms-status'];

const HELP_WORDS: readonly string[] = ['help', 'ayuda'];

export const REPORT_WORDS: readonly string[] = [
  ...SUBSCRIBE_WORDS,
  ...SUBSCRIPTIONS_WORDS,
  ...UNSUBSCRIBE_WORDS,
  ...HELP_WORDS,
];

export const CHECK_WORDS: readonly string[] = [
  ...WATCH_WORDS,
  ...WATCHES_WORDS,
  ...UNWATCH_WORDS,
  ...REHEARSE_WORDS,
  ...HELP_WORDS,
];

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
