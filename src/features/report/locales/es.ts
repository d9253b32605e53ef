import { figures } from '../../../i18n/locales/figures.es.ts';
import { runs } from '../../../i18n/locales/runs.es.ts';
import { spanish } from '../../../i18n/plural.ts';
import type { en } from './en.ts';

const { at, many } = spanish;

const report: (typeof en)['report'] = {
  notUnderstood: (text) => ({ sentence: `No entendí «${text}».`, nextStep: '¿Qué días quieres?' }),
  wholeDays: { sentence: 'Los reportes son por días completos.', nextStep: '¿Tomo el día completo?' },
  compareWith: (text) => ({
    sentence: text === '' ? '¿Con qué lo comparo?' : `No puedo comparar con «${text}».`,
    nextStep: 'Después de «comparado con» van los días, como la semana pasada.',
  }),
  samePeriod: { sentence: 'Son los mismos días.', nextStep: 'Compara con otros días:' },
  mentionExample: 'reporte de ayer',
  leaveItOut: '¿Lo quito?',
  missingNumber: { sentence: '¿A qué número?', nextStep: 'Escribe el número después de «a».' },
  title: 'Reporte de entregas',
  to: (number) => `a ${number}`,
  verdicts: {
    delivered: (period, rate, isProvisional) =>
      `${period}: ${rate} entregado${isProvisional ? ' hasta ahora' : ''}`,
    none: (period) => `${period}: sin mensajes`,
    unreadable: (period) => `${period}: no se puede saber, la respuesta de la plataforma está incompleta`,
  },
  until: (time) => ` hasta las ${time}`,
  verdictEndings: {
    compared: (days, weekday, { until, isByDay }) =>
      `${weekday === undefined ? 'los días ' : `el ${weekday} `}${days}${until === undefined ? '' : ` hasta las ${until}`}${isByDay ? ', por día' : ''}`,
    asOn: (compared) => `casi como ${compared}`,
    delivery_rate: (isMore, operator, compared) =>
      `${isMore ? 'mejor' : 'peor'}${at(operator)} que ${compared}`,
    failures: (isMore, operator, compared) =>
      `${isMore ? 'más' : 'menos'} fallas${at(operator)} que ${compared}`,
    latency: (isMore, operator, compared) =>
      `más ${isMore ? 'lento' : 'rápido'}${at(operator)} que ${compared}`,
    volume: (share, isMore, operator, compared) =>
      `${share === undefined ? '' : `${share} `}${isMore ? 'más' : 'menos'} mensajes${at(operator)} que ${compared}; la entrega, igual`,
  },
  noSuchOperator: (typed, known) => ({
    sentence: `Ningún operador se llama «${typed}» en esos días.`,
    nextStep: known === '' ? 'No hay mensajes con operador.' : `Operadores: ${known}.`,
  }),
  allOperators: 'Todos los operadores',
  acts: {
    worse: 'Usa /sms-check para ver si sigue pasando.',
    none: 'Revisa los días, el remitente y el número.',
    stopped: 'Revisa que tus sistemas sigan enviando; /sms-check cubre la última hora.',
  },

  changes: {
    rate: (operator, from, to, points) =>
      `${operator ?? 'Todos los operadores'}: ${to} entregado, antes ${from} (${points}).`,
    reconstructed: 'Lo de antes es estimado.',
    failures: (operator, word, from, to) => `«${word}»${at(operator)}: ${to} de los mensajes, antes ${from}.`,
    latency: (operator, leg, from, to) =>
      `${figures.legs[leg]}${at(operator)}: el 90% en ${to}, antes ${from}.`,
    volume: (operator, from, to, change) =>
      `Tráfico${at(operator)}: ${to} mensajes, antes ${from}${change === undefined ? '' : ` (${change})`}.`,
    nothing: 'Entregas, fallas y demoras: sin cambios notables.',
    nothingButFailures: 'Entregas y demoras: sin cambios notables. Las fallas aún no se pueden comparar.',
    tooFew: 'Son muy pocos mensajes para decir qué cambió.',
    nothingBefore: (days, isSoFar) =>
      `No hay con qué comparar: sin mensajes el ${days}${isSoFar ? ' hasta esta hora' : ''}.`,
  },

  volumeByDay: 'El tráfico se compara por día.',

  totals: {
    toNumbers: (count) => `a ${many(count, 'número', 'números distintos')}`,
    mostly: (word) => `sobre todo «${word}»`,
  },

  previousShort: 'Las cifras anteriores pueden estar incompletas: no confíes en los cambios.',

  details: {
    comparedWith: (days, isSoFar, basis) => {
      const age = basis === 'reconstructed' ? ' (estimado)' : '';
      const looked = basis === undefined ? '' : `, con las confirmaciones que había a esas alturas${age}`;
      return `Comparado con ${days}${isSoFar ? ', hasta la misma hora' : ''}${looked}.`;
    },
    provisional: (until) => `Pueden llegar confirmaciones hasta ${until}; las cifras aún pueden mejorar.`,
    within: '«95% en», p50 a p99: esa cantidad de cada 100 mensajes entregados tardó como máximo eso.',
    ofFinal:
      '«De los finales»: entregados ÷ los que se entregaron o fallaron; los que no tienen confirmación no cuentan.',
    estimated:
      '«Estimado»: las cifras anteriores se calculan con confirmaciones que llegaron después, así que pueden verse mejores.',
  },

  csvComment: 'Las cifras por tramo del período y operador.',
  csvOthers: '(todos los demás)',
  shared: 'Compartido en este canal.',
  sharedNewer: 'Compartido en este canal, con cifras más nuevas que las que viste.',

  long: runs('reporte', 'Pedir de nuevo'),

  form: {
    title: 'Reporte de entregas',
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

  help: (maxDays) => ({
    title: 'Cómo se entregaron los mensajes en un período',
    usage: [
      ['/sms-report', 'un formulario'],
      [
        '/sms-report [cuándo] [operador] [de <remitente>] [a <número>] [comparado con <cuándo>]',
        'tasas, demoras, operadores y fallas, comparados con el período anterior',
      ],
      [
        '/sms-report suscribir · suscripciones · cancelar',
        'un resumen cada día en un canal; más con /sms-report suscribir ayuda',
      ],
    ],
    examplesTitle: 'Ejemplos',
    examples: [
      ['/sms-report últimos 7 días', 'hoy y los 6 días anteriores, también si no das un período'],
      ['/sms-report ayer Entel', 'un día, un operador'],
      ['/sms-report del 3 al 5 de noviembre', `de un día a otro, hasta ${maxDays} días`],
      ['/sms-report ayer comparado con la semana pasada', 'en lugar de los días anteriores'],
      ['/sms-report últimos 30 días de 56001', 'de un solo remitente'],
    ],
    notes: [
      'cuándo: hoy, ayer, el lunes, 18/11, del 3 al 5 de noviembre, desde el lunes, la semana pasada, este mes, últimos 7 días. Los días son los de tu zona horaria.',
      'La tasa de entrega es entregados ÷ todos los mensajes. Los que no tienen confirmación la bajan hasta que llega, así que al principio es provisional; en Detalles está la tasa entre los que tienen confirmación final. Las variaciones comparan con los días anteriores tal como se veían pasado el mismo tiempo; las tasas no cuentan los mensajes de hace menos de una hora.',
      'p50, p90, p95, p99: la mitad, 90, 95 o 99 de cada 100 mensajes tardaron como máximo eso. «Entregados en» cuenta todos los mensajes: los que esperan cuentan por el tiempo que llevan, y los fallidos no llegan nunca.',
      'Un reporte que tarda más de unos segundos pasa a tus mensajes directos. Solo tú ves la respuesta, hasta que la compartas.',
      'También puedes mencionar al bot, incluso en un hilo, o escribirle: «reporte de ayer».',
      'La cantidad de números distintos con fallas se muestra para un solo día, si tu día coincide con el de la plataforma.',
    ],
  }),
};

export const es: typeof en = { report };
