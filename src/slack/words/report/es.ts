import { counted, many } from '../counts-es.ts';
import type { ReportWords } from './words.ts';

const at = (operator: string | undefined) => (operator === undefined ? '' : ` en ${operator}`);

/** `el 18 nov 10:32` after “de”. */
const of = (since: string) => `de ${since}`.replace(/^de el /, 'del ');

const legs = {
  platformToOperator: 'Traspaso de la plataforma al operador',
  operatorToHandset: 'Del operador al teléfono',
  total: 'Entrega',
} as const;

/** What delivery reports say. */
export const report: ReportWords = {
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
  points: (signed) => `${signed} puntos`,

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

  latency: {
    title: 'Cuánto tardaron',
    platformToOperator: 'Plataforma → operador',
    operatorToHandset: 'Operador → teléfono',
    total: 'En total',
    within: 'Entregados en',
    unknown: 'no constan horas',
    clockOff: (count) => `reloj desfasado: ${count}`,
  },

  charts: {
    rate: 'Tasa de entrega',
    rateExcept: (parts) => `Tasa de entrega (sin dato: ${parts})`,
    rateExceptSome: (count, all) => `Tasa de entrega (sin dato: ${count} de ${all} tramos)`,
    rateAxis: '% entregado',
    ofSubmitted: 'de los enviados',
    ofFinal: 'de los finales',
    volume: 'Mensajes',
    volumeShort: (days, others) => `Mensajes (1.ª barra: ${many(days, 'día', 'días')}; las demás, ${others})`,
    messages: 'mensajes',
  },

  table: {
    caption: 'Por operador',
    comparedCaption: 'Por operador (entre paréntesis: variación en puntos)',
    reconstructedCaption: 'Por operador (entre paréntesis: variación en puntos, reconstruida)',
    operator: 'Operador',
    submitted: 'Enviados',
    rate: 'Entregado',
    failed: 'Fallidos',
    withoutReceipt: 'Aún sin acuse',
    noReceipt: 'Sin acuse',
    others: (count) => (count === undefined ? 'todos los demás' : `otros ${counted(count)}`),
  },

  failures: {
    title: 'Fallos, según la palabra de la plataforma',
    others: (count) => many(count, 'otra palabra', 'otras palabras'),
  },

  notices: {
    shortfall: (announced, received) =>
      `La plataforma anunció ${announced} mensajes y envió ${received}, contando todos sus días que se leyeron: estas cifras pueden estar incompletas.`,
    surplus: (announced, received) =>
      `La plataforma anunció menos mensajes (${announced}) de los que envió (${received}): se cuentan todos los que envió.`,
    daysMissing:
      'Pueden faltar días en los extremos: la plataforma entiende los límites de un período de otra manera que la configurada aquí. Avisa a quien administra SMS Desk.',
    unreadable: (count) =>
      count === 1
        ? 'Una entrada de los días de la plataforma que se leyeron no se ajusta a su interfaz y no se cuenta.'
        : `${counted(count)} entradas de los días de la plataforma que se leyeron no se ajustan a su interfaz y no se cuentan.`,
    unplaced: (count) =>
      `${many(count, 'mensaje no trae', 'mensajes no traen')} hora de la plataforma y no se ${count === 1 ? 'cuenta' : 'cuentan'}: no se sabe de qué día ${count === 1 ? 'es' : 'son'}.`,
    stale: (since) =>
      `La lectura tarda tanto que estas cifras son más antiguas de lo debido: son ${of(since)}.`,
    manyOperators: (told) =>
      `La plataforma nombra más de ${counted(told)} operadores: los restantes no se distinguen y se cuentan juntos.`,
    earlierShort:
      'Las cifras del período anterior pueden estar incompletas: toma con cuidado lo que se dice que cambió.',
    silent: (operators, operatorCount, messages, rate) =>
      `${operators} ${operatorCount === 1 ? 'no envió' : 'no enviaron'} acuse de ninguno de sus ${messages} mensajes${rate === undefined ? '' : `; sin ellos, se entregó el ${rate} de los enviados`}.`,
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
