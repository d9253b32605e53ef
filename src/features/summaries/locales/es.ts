import { figures } from '../../../i18n/locales/figures.es.ts';
import { spanish } from '../../../i18n/plural.ts';
import type { en } from './en.ts';

const { at, counted, many } = spanish;

const summary: (typeof en)['summary'] = {
  headline: (weekday, day, zone, subject) =>
    `SMS del ${weekday} ${day}${subject === undefined ? '' : ` · ${subject}`} · ${zone}`,

  act: (operator) => `Mira cómo está ahora: /sms-check${operator === undefined ? '' : ` ${operator}`}`,

  attention: {
    empty: (weekday, usual) =>
      usual === undefined
        ? 'La plataforma dice que no hubo mensajes.'
        : `Sin mensajes; un ${weekday} habitual tiene ${usual}.`,
    few: (count, usual) =>
      `Solo ${many(count, 'mensaje', 'mensajes')}: muy pocos para una tasa${usual === undefined ? '' : `; habitual: ${usual}`}.`,
    rate: (operator, usual, rate, points) =>
      `${operator === undefined ? '' : `${operator}: `}${rate} entregado, habitual ${usual} (${points}).`,
    mostly: (operator, rate, usual) => `Sobre todo ${operator}: ${rate}, habitual ${usual}.`,
    reconstructed: 'Lo habitual es una estimación.',
    waiting: (operator, now, usual) =>
      `Puede haber confirmaciones atrasadas${at(operator)}: ${now.rate} entregado hasta ahora, habitual ${usual.rate} (estimado). De los que tienen confirmación final ${now.ofFinal}, habitual ${usual.ofFinal}.`,
    latency: (operator, leg, usual, duration) =>
      `${figures.legs[leg]}${at(operator)} tarda más: el 90% en ${duration}, habitual ${usual}.`,
    volume: (operator, usual, count, change) =>
      `Tráfico${at(operator)}: ${count} mensajes, habitual ${usual}${change === undefined ? '' : ` (${change})`}.`,
    failures: (operator, word, usual, share) =>
      `«${word}»${at(operator)}: ${share} de los mensajes, habitual ${usual}.`,
    mostFailures: (word, share) => `La mayoría de las fallas son «${word}»: ${share} de todos los mensajes.`,
    nothing: (rate, weekday, hasIncidents) =>
      `${rate} entregado, ${hasIncidents ? `lo habitual un ${weekday}` : `un ${weekday} normal`}.`,
    nothingKnown: (rate, weekday) => `${rate} entregado. No hay un ${weekday} anterior para comparar.`,
  },

  incidents: {
    over: 'ya terminó',
    unseen: 'no se vio cuándo terminó',
    open: (asOf) => `sigue abierto (${asOf})`,
    resolvedBy: (name) => `resuelto por ${name}`,
    orLonger: (times) => `${times} o desde antes`,
    often: (count) => `mal ${counted(count)} veces`,
    more: (count) => `y ${counted(count)} más`,
  },

  corrected: (firstRate, rate, isFinal) =>
    `Entregado: al principio ${firstRate}, ahora ${rate}${isFinal ? ', definitivo' : ''}.`,
  confirmed: 'Revisado: la misma tasa de entrega.',

  figures: {
    soFar: 'hasta ahora',
    reconstructed: 'estimado',
    usual: (value, change) => `habitual ${value}${change === undefined ? '' : ` (${change})`}`,
  },
  usual: 'habitual',

  notes: {
    comparedWith: (weekday, count) =>
      count === 1
        ? `Habitual: un ${weekday} anterior`
        : `Habitual: ${counted(count)} ${weekday.replace(/o$/, 'os')} anteriores`,
    late: (dueAt) => `Con retraso: debía salir el ${dueAt}`,
    hours: (count) => `Cambió la hora: ${count} horas`,
    perhapsMissing: (day) => `Aquí puede faltar el resumen del ${day}: Slack no dijo si lo recibió.`,
    preview: 'Vista previa, solo para ti',
  },

  unreadable: {
    sentence: 'Aún no hay cifras: no pude obtenerlas de la plataforma de SMS.',
    nextStep: 'Eso no significa «sin mensajes». Completaré este mensaje en cuanto pueda.',
  },

  details: {
    none: 'No hubo mensajes, así que no hay más que mostrar.',
    weeks: {
      caption: (weekday) => `Cada ${weekday}, pasado el mismo tiempo`,
      day: 'Día',
      messages: 'Mensajes',
      delivered: 'Entregado',
      figures: 'Cifras',
      thisDay: 'este día',
      observed: 'leídas entonces',
      reconstructed: 'estimadas',
      empty: 'sin mensajes: no cuenta',
      short: 'incompletas: no cuenta',
      unreadable: 'no se pudo leer',
    },
    sameAge:
      'Las confirmaciones siguen llegando durante días; por eso cada día anterior se muestra como se veía pasado este mismo tiempo.',
    optimistic:
      'Los días que no se leyeron entonces se estiman con las horas de sus confirmaciones, así que se ven un poco mejor de lo que se veían.',
  },
};

const notSent = 'Los días que pasaron no se envían.';

const subscription: (typeof en)['subscription'] = {
  notUnderstood: (text) => ({
    sentence: `No entendí «${text}».`,
    nextStep:
      'Puedes dar un canal, una hora, una zona horaria, un idioma (es o en) y «de» con un remitente, en cualquier orden.',
  }),
  time: (text) => ({
    sentence: `«${text}» no es una hora del día.`,
    nextStep: 'Escríbela como 09:00, 9am o 21:30.',
  }),
  channel_name: (text) => ({
    sentence: `No encuentro «${text}».`,
    nextStep: 'Escribe # y elígelo de la lista, o envía solo /sms-report suscribir y usa el formulario.',
  }),
  twice: (text) => ({
    sentence: `«${text}» está de más.`,
    nextStep: 'Da un canal, una hora, una zona horaria y un idioma. Suscribe cada canal por separado.',
  }),
  no_channel: {
    sentence: '¿Qué canal va a recibir el resumen?',
    nextStep: 'En un mensaje directo, pon el canal después del comando.',
  },
  which_one: {
    sentence: '¿Qué suscripción quieres terminar?',
    nextStep: 'Pon su número después del comando. /sms-report suscripciones las muestra todas.',
  },
  which: (text) => ({
    sentence: `«${text}» no es el número de una suscripción ni un canal de la lista de Slack.`,
    nextStep: 'Pon un número o un canal después del comando. /sms-report suscripciones las muestra todas.',
  }),
  list: (text) => ({
    sentence: `No entendí «${text}».`,
    nextStep: 'Envía /sms-report suscripciones solo: las muestra todas.',
  }),
  telephone: {
    sentence: 'Eso parece el teléfono de alguien. Un canal no puede mostrarlo como remitente.',
    nextStep:
      'Usa un número corto de hasta seis dígitos, o el nombre de un remitente. Si tu remitente es más largo, pide a quien administra SMS Desk que le ponga un nombre.',
  },
  noSuchNumber: (number) => ({
    sentence: `No hay una suscripción ${number}.`,
    nextStep: 'Puede que alguien la haya quitado. /sms-report suscripciones muestra las que hay.',
  }),
  noneHere: {
    sentence: 'Ese canal no recibe resumen diario.',
    nextStep: '/sms-report suscripciones muestra los que sí lo reciben.',
  },

  added: {
    before: 'Listo. ',
    after: (time, zone) =>
      ` recibe todos los días a las ${time}${zone === undefined ? '' : ` (${zone})`} el resumen del día anterior.`,
  },
  there: {
    sentence: 'Este canal ya recibe un resumen diario.',
    nextStep: 'No cambié nada. Con los botones puedes cambiarlo, pausarlo o quitarlo.',
  },
  previewComes: 'La vista previa va en camino a tus mensajes directos.',
  previewFailed: 'La suscripción quedó lista, pero no pude hacer la vista previa:',

  title: (count) => `Resúmenes diarios: ${count}`,
  none: {
    sentence: 'Ningún canal recibe un resumen diario todavía.',
    nextStep: 'Suscribe uno con el botón o con un comando.',
  },
  allSenders: 'todos los remitentes',
  everyDay: (time, zone, language) =>
    `Todos los días a las ${time}${zone === undefined ? '' : ` (${zone})`}, en ${language}`,
  next: (when) => `Próximo: ${when}`,
  last: (day) => `último: ${day}`,
  noneYet: 'ninguno todavía',
  perhapsMissing: (day) => `puede faltar el ${day}: Slack no dijo si lo recibió`,
  timesOf: 'Las horas de envío son las de la zona horaria de cada canal.',

  buttons: { add: 'Suscribir un canal', sendNow: 'Enviar ahora' },
  removing: {
    title: (number) => `¿Quitar la suscripción ${number}?`,
    text: 'El canal no recibirá más resúmenes. Los ya publicados quedan, y se actualizan con las confirmaciones que falten.',
  },

  pausedNotice: 'SMS Desk pausó este resumen diario',

  done: {
    paused: {
      before: (number) => `Suscripción ${number}: `,
      after: '. No se envía nada hasta que alguien la reanude.',
    },
    resumed: (number) => `La suscripción ${number} está activa otra vez. ${notSent}`,
    sending: (number) =>
      `Suscripción ${number}: el resumen de ayer va en camino. Si ya está en el canal, se actualiza ahí mismo.`,
    changed: (number) => `Suscripción ${number}: cambios guardados.`,
    removed: (number) => `Listo, quité la suscripción ${number}. Ese canal no recibe más resúmenes.`,
    gone: (number) => `La suscripción ${number} ya no existe: alguien la quitó.`,
    several: 'Ese canal tiene más de una. Quita la que quieras:',
  },

  form: {
    title: 'Resumen diario',
    changeTitle: 'Cambiar resumen',
    submit: 'Suscribir',
    time: 'Hora',
  },

  help: {
    title: 'El resumen del día anterior, todos los días en un canal',
    usage: [
      ['/sms-report suscribir', 'un formulario para llenar'],
      [
        '/sms-report suscribir [#canal] [hora] [zona] [es|en] [de <remitente>]',
        'suscribe un canal y te envía una vista previa',
      ],
      ['/sms-report suscripciones', 'todas: enviar ahora, pausar, cambiar, quitar'],
      ['/sms-report cancelar <número o #canal>', 'termina una'],
    ],
    examplesTitle: 'Ejemplos',
    examples: [
      ['/sms-report suscribir 09:00', 'este canal, a las nueve'],
      ['/sms-report suscribir #operaciones 8:30 America/Santiago es', 'otro canal, otra zona y otro idioma'],
      ['/sms-report suscribir 9am de 56001', 'un solo remitente; un canal puede tener uno por cada uno'],
      ['/sms-report cancelar 3', 'por su número en la lista'],
      ['/sms-report suscripciones', 'la lista, con sus números'],
    ],
    notes: [
      'Lo que no indiques: este canal, 09:00, todos los remitentes, y la zona horaria y el idioma de los otros resúmenes o avisos del canal o, si no tiene, los configurados en SMS Desk.',
      'Cubre el día que terminó a medianoche en esa zona horaria. Después de uno, dos y tres días se actualiza ahí mismo con las confirmaciones atrasadas; no se publica nada nuevo.',
      'SMS Desk tiene que estar en el canal: escribe allí /invite @SMS Desk. Si ya no puede publicar, el resumen queda en pausa y le aviso a quien lo configuró.',
    ],
  },
};

export const es: typeof en = { subscription, summary };
