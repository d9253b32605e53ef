import { spanish } from '../../../i18n/plural.ts';
import type { en } from './en.ts';

const { counted, many, of } = spanish;

const at = (operator: string | undefined) => (operator === undefined ? '' : ` en ${operator}`);

const legs = {
  platformToOperator: 'Traspaso de la plataforma al operador',
  operatorToHandset: 'Del operador al teléfono',
  total: 'Entrega',
} as const;

const report: (typeof en)['report'] = {
  notUnderstood: (text) => ({
    sentence: `No entendí «${text}».`,
    nextStep:
      'Un informe lleva un período (ayer, últimos 7 días, 2026-11-15..2026-11-18), «de» con un remitente y «a» con un número.',
  }),
  missingNumber: { sentence: '¿A qué número?', nextStep: 'Escribe el número de teléfono después de «a».' },
  title: 'Informe de entregas',
  to: (number) => `a ${number}`,
  headline: (period, rate, isProvisional) =>
    rate === undefined ? period : `${period}: ${rate} entregado${isProvisional ? ' hasta ahora' : ''}`,
  asOf: (since) => `datos ${of(since)}`,
  final: 'definitivo',
  provisional: (until) => `provisional: pueden llegar acuses hasta ${until}`,
  none: {
    sentence: 'La plataforma no tiene mensajes en este período.',
    nextStep: 'Respondió, y eso es lo que dice. Revisa los días, el remitente y el número.',
  },
  noneNow: {
    sentence: 'La plataforma no tiene mensajes en este período.',
    nextStep:
      'Respondió, y eso es lo que dice. Averigua si se le siguen entregando mensajes; /sms-check habla de la última hora.',
  },
  noneReadable:
    'No se puede decir nada de este período: la respuesta de la plataforma no está completa, o no se pudo leer como mensajes.',

  changes: {
    rate: (operator, from, to, points) =>
      `${operator ?? 'Todos los operadores juntos'}: ${to} entregado; antes, ${from} (${points}).`,
    reconstructed: 'Lo de antes está reconstruido.',
    failures: (operator, word, from, to) =>
      `Fallos «${word}»${at(operator)}: ${to} de los mensajes; antes, ${from}.`,
    latency: (operator, leg, from, to) =>
      `${legs[leg]}${at(operator)}: 90 de cada 100 tardan hasta ${to}; antes, ${from}.`,
    volume: (operator, from, to, change) =>
      `Tráfico${at(operator)}: ${to} mensajes; antes, ${from}${change === undefined ? '' : ` (${change})`}.`,
    nothing: 'Tasas, fallos y demoras están más o menos como antes.',
    nothingButFailures: 'Tasas y demoras están más o menos como antes. Los fallos no se pudieron comparar.',
    tooFew: 'Son muy pocos mensajes para decir qué cambió.',
    nothingBefore: (days, isSoFar) =>
      `No hay con qué comparar: sin mensajes en el período anterior (${days}${isSoFar ? ', hasta la misma hora' : ''}).`,
  },
  comparedWith: (days, isSoFar, basis) => {
    const age = basis === 'reconstructed' ? ' (reconstruido a partir de acuses posteriores)' : '';
    const looked = basis === undefined ? '' : `, tal como se veía a la misma antigüedad${age}`;
    return `comparado con ${days}${isSoFar ? ', hasta la misma hora' : ''}${looked}`;
  },

  totals: {
    submitted: 'Enviados',
    delivered: 'Entregados',
    ofSubmitted: (share) => `${share} de los enviados`,
    ofFinal: (share) => `${share} de los que tienen acuse final`,
    failed: 'Fallidos',
    toNumbers: (count) => `a ${many(count, 'número', 'números distintos')}`,
    waiting: 'En espera de acuse',
    noReceipt: 'Sin acuse, y ya no llegará',
    other: 'Con otro estado',
  },

  latency: { title: 'Cuánto tardaron' },

  notices: {
    previousShort:
      'Las cifras del período anterior pueden estar incompletas: toma con cuidado lo que se dice que cambió.',
  },

  csvComment: 'Las cifras por tramo del período y operador. Las horas son UTC.',
  csvOthers: '(todos los demás)',
  shared: 'Compartido en el canal.',
  sharedAnew: 'Compartido en el canal, con cifras más nuevas que las que viste: han cambiado desde entonces.',

  long: {
    moved: 'Esto tarda un poco. El informe se está preparando en tus mensajes directos con SMS Desk.',
    movedHere: 'Esto tarda un poco. El informe se está preparando aquí, en un mensaje propio.',
    here: { sentence: 'Esto tarda un poco.', nextStep: 'El informe llegará aquí en cuanto esté listo.' },
    refused: {
      sentence: 'Esto tarda un poco, y Slack no me deja escribirte directamente.',
      nextStep: 'El informe llegará aquí en cuanto esté listo.',
    },
    progress: (daysDone, days, messages) =>
      `${counted(daysDone)} de ${many(days, 'día', 'días')} · ${many(messages, 'mensaje leído', 'mensajes leídos')}`,
    cancel: 'Cancelar',
    cancelled: { sentence: 'Cancelado.', nextStep: 'No se lee nada más para este informe.' },
    ended: { sentence: 'Este informe ya no se está preparando.', nextStep: 'No hay nada que cancelar.' },
    interrupted: {
      sentence: 'SMS Desk se reinició antes de que este informe estuviera listo.',
      nextStep: 'Pídelo de nuevo; los días leídos se conservan.',
    },
    again: 'Pedir de nuevo',
  },

  form: {
    title: 'Informe de entregas',
    submit: 'Mostrar',
    number: 'Solo a este número',
    numberHint: 'Déjalo vacío para todos los números.',
    compare: 'Comparar con',
    comparisons: {
      before: 'El período anterior',
      week: 'Los mismos días de la semana, antes',
      nothing: 'Nada',
    },
  },

  help: {
    title: 'Cómo se entregaron los mensajes en un período',
    usage: [
      ['/sms-report', 'un formulario'],
      [
        '/sms-report [cuándo] [de <remitente>] [a <número>]',
        'tasas, demoras, operadores y fallos, comparados con el período anterior',
      ],
      [
        '/sms-report subscribe · subscriptions · unsubscribe',
        'un resumen cada día en un canal; más con /sms-report subscribe ayuda',
      ],
    ],
    examplesTitle: 'Ejemplos',
    examples: [
      ['/sms-report últimos 7 días', 'hoy y los 6 días anteriores, también si no das un período'],
      ['/sms-report ayer', 'un día'],
      ['/sms-report 2026-11-01..2026-11-18', 'de un día a otro, hasta 92 días'],
      ['/sms-report últimos 30 días de 56001', 'de un solo remitente'],
      ['/sms-report hoy a +56 9 1234 5678', 'a un solo número'],
    ],
    notes: [
      'cuándo: hoy, ayer, últimos 7 días, 2026-11-18, 2026-11-15..2026-11-18. Los días son los de tu zona horaria.',
      'La tasa de entrega es entregados ÷ enviados. Los mensajes sin acuse la bajan hasta que llega, así que al principio es provisional; al lado está la tasa entre los que tienen acuse final. Las variaciones comparan con los días anteriores tal como se veían a la misma antigüedad; las de las tasas no cuentan los mensajes de hace menos de una hora.',
      'p50, p90, p95, p99: la mitad, 90, 95 o 99 de cada 100 mensajes tardaron como máximo eso. «Entregados en» cuenta todos los mensajes: los que esperan cuentan por el tiempo que llevan y no más, y los fallidos no llegan nunca.',
      'Un informe que tarda más de unos segundos pasa a tus mensajes directos. Solo tú ves la respuesta, hasta que la compartas.',
      'A cuántos números distintos fallaron mensajes se dice de un solo día, si tu día es el de la plataforma.',
    ],
  },
};

export const es: typeof en = { report };
