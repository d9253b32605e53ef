import { spanish } from '../../../i18n/plural.ts';
import type { en } from './en.ts';
import { inSentence, verdicts } from './verdict.es.ts';

const { counted, many } = spanish;

const input: (typeof en)['input'] = {
  understood: (parts) => `Entendí: ${parts}.`,
  readAsForeign: (number, country) => `Leí ${number} como un número extranjero: ${country}.`,
  leftOut: (words) => `No tomé en cuenta «${words}».`,
  readAs: (text, meaning) => `Leí «${text}» como ${meaning}.`,
  spoken: 'Leí el número en palabras: compara sus dígitos.',
  instead: (meaning) => `No, ${meaning}`,
  isCode: { sentence: 'Eso parece un código.', nextStep: '¿A qué número se envió?' },
  itsReport: 'Es un remitente: su reporte',
  asReference: (day) => `Referencia, ${day}`,
  asIdentifier: 'Es un identificador',
  firstNumbers: (count) => `Los primeros ${count}`,
  numbers: (count) => `${count} números`,
  notStarted: 'no alcancé a revisarlo. Pulsa su botón.',
  notStartedShared: 'no alcancé a revisarlo. Pulsa Actualizar.',
  didYouMean: '¿Quisiste decir esto?',
  form: 'Formulario',
  showHelp: 'Ayuda',

  notUnderstood: (text) => ({
    sentence: `No entendí «${text}».`,
    nextStep: 'Elige los días o abre el formulario.',
  }),
  whichNumber: (text, countries) => ({
    sentence: `No estoy seguro de qué número es «${text}».`,
    nextStep: `¿Es de ${countries}? Si no, revisa los dígitos.`,
  }),
  reportOn: (days) => `Su reporte: ${days}`,
  whichDay: (reference) => ({
    sentence: `¿Qué día se envió «${reference}»?`,
    nextStep: 'Una referencia se busca con su día.',
  }),
  noId: {
    sentence: '¿Qué mensaje?',
    nextStep: 'Escribe su identificador después de «id» o abre el formulario.',
  },
  noReference: { sentence: '¿Qué mensaje?', nextStep: 'Escribe su referencia después de la fecha.' },
  notAReference: (text) => ({
    sentence: `«${text}» no es una sola referencia.`,
    nextStep: 'Escribe la fecha y después la referencia, en una palabra.',
  }),
  manyNumbers: (most) => ({
    sentence: `Reviso ${most} números a la vez.`,
    nextStep: 'Envía los demás en otro comando.',
  }),
  onlyTheNumber: (beside) => `Aquí va solo el número, no «${beside}».`,

  help: (maxDays) => ({
    title: 'Qué pasó con los mensajes de un número',
    usage: [
      ['/sms-status', 'un formulario'],
      ['/sms-status <número>', 'sus mensajes de los últimos 3 días, primero el más nuevo'],
      ['/sms-status <número> <cuándo> de <remitente>', 'de otros días o de un remitente, en cualquier orden'],
      ['/sms-status <número>, <número>', 'hasta 5 números, una línea cada uno'],
      ['/sms-status <fecha> <referencia>', 'un mensaje por su referencia de transacción'],
      ['/sms-status id <identificador>', 'un mensaje por su identificador'],
    ],
    examplesTitle: 'Cuándo',
    examples: [
      ['hoy', 'o «ayer»'],
      ['últimos 7 días', `hasta ${maxDays} días`],
      ['2026-11-18', 'un día'],
      ['2026-11-15..2026-11-18', 'de un día a otro'],
    ],
    notes: [
      'Pega el número como lo tengas: con espacios, paréntesis, un nombre al lado o como enlace de WhatsApp. Sin + se lee como de tu país.',
      'Los días son los de tu zona horaria. Los números, códigos y enlaces van ocultos.',
      'Solo tú ves la respuesta, hasta que la compartas.',
      'También puedes mencionar al bot con las mismas palabras, incluso en un hilo, o escribirle. Para el mensaje de otra persona, usa su menú: «Check SMS delivery»; desde cualquier lugar, el atajo «SMS status».',
    ],
  }),
};

export const es: typeof en = {
  input,

  outcomes: {
    delivered: 'Entregado',
    failed: 'Falló',
    waiting: 'En espera',
    no_receipt: 'Sin confirmación',
    sent: 'Enviado',
    unconfirmed: 'Confirmación sin estado',
    other: 'Otro estado',
    unknown: 'Estado desconocido',
  },
  platformSaysNothing: 'sin estado',

  message: {
    title: (reference) => `Mensaje ${reference}`,
    others: 'Otros datos',
    notFound: (reference, by) => ({
      sentence: `No hay ningún mensaje «${reference}»${by === 'reference' ? ' ese día' : ''}`,
      nextStep:
        by === 'reference'
          ? 'Revisa la referencia y el día de envío, o busca por el número.'
          : 'Revisa el identificador, o busca por el número.',
    }),
    notSetUp: {
      sentence: 'La búsqueda por identificador no está configurada aquí.',
      nextStep:
        'Busca por el número, o por fecha y referencia. Quien administra SMS Desk puede configurarla.',
    },
    otherMessages: 'Otros mensajes a este número',
  },

  mention: {
    offer:
      'Hola. Puedo buscar los mensajes de un número, revisar si los SMS funcionan ahora y hacer un reporte.',
    examples: {
      number: '+56 9 1234 5678 ayer',
      from: (sender) => `+56 9 1234 5678 de ${sender}`,
      reference: (reference) => `ayer ${reference}`,
    },
    lookUp: 'Buscar un número',
    check: 'Revisar los SMS',
    report: 'Hacer un reporte',
  },

  step: {
    turnedOff: {
      sentence: 'Este paso está desactivado.',
      nextStep: 'Pide a quien administra SMS Desk que lo active, o usa /sms-status.',
    },
    nothing: {
      sentence: 'El paso no tiene nada que buscar.',
      nextStep: 'Indica un número, o una fecha y una referencia.',
    },
    either: {
      sentence: 'El paso recibió un número y una referencia.',
      nextStep: 'Indica solo uno de los dos.',
    },
    notADay: (text) => ({
      sentence: `«${text}» no es un día.`,
      nextStep: 'Indica una fecha, como 2026-11-18.',
    }),
    notUnderstood: (text) => ({
      sentence: `No entendí «${text}».`,
      nextStep: 'Indica un solo número, sin nada más, y los días, como «ayer» o «últimos 7 días».',
    }),
  },

  shortcut: {
    found: (count) => `Encontré ${count} en este mensaje`,
    foundAbove: (count) => `Encontré ${count} en el mensaje de arriba`,
    first: (count, total) => `Tomé los primeros ${count} de ${total}.`,
    around: (day) => `Mensajes de los días cercanos al ${day}, cuando se escribió esto.`,
    onDay: (day) => `Las referencias se buscan en el día en que se escribió esto, el ${day}.`,
    onThatDay: 'Las referencias se buscan en ese mismo día.',
    notFound: { reference: 'Ningún mensaje ese día', id: 'Ningún mensaje con ese identificador' },
    nothing: {
      sentence: 'No veo ningún número, referencia ni identificador en este mensaje.',
      nextStep: 'Abre el formulario para escribir uno.',
    },
    which: { sentence: 'No sé bien qué número es.', nextStep: 'Elige uno o abre el formulario.' },
    reply: 'Responder en el hilo',
    back: 'Ver la respuesta',
  },

  follow: {
    button: 'Seguir incidente',
    started: (operator) =>
      `Listo, te aviso por mensaje directo cuando termine el incidente en ${operator ?? 'todos los operadores'}.`,
    stop: 'Dejar de seguir',
    stopped: 'No te avisaré de ese incidente.',
    over: (operator, times) => `${operator ?? 'Todos los operadores'}: terminó el problema (${times})`,
    closed: (operator, when) =>
      `${operator ?? 'Todos los operadores'}: no se sabe si se recuperó (último dato: ${when})`,
    say: (from, to, { isOneDay, isRepeated }) =>
      `Su operador tuvo problemas${isRepeated ? ' intermitentes' : ''} para entregar mensajes desde el ${from} hasta ${isOneDay ? 'las' : 'el'} ${to}. Si le falta uno de ese período, pida uno nuevo, por favor.`,
    forgotten: {
      sentence: 'Este incidente ya se borró.',
      nextStep: 'Para ver cómo está todo ahora, usa /sms-check.',
    },
    act: 'Vuelve a buscar el número de tu cliente.',
  },

  form: {
    title: '¿Qué pasó con el SMS?',
    submit: 'Buscar',
    way: 'Buscar por',
    ways: { number: 'Número de teléfono', reference: 'Fecha y referencia', id: 'Identificador' },
    date: 'Fecha',
    reference: 'Referencia de la transacción',
    referenceHint: 'Tal como la tiene el sistema que envía.',
    id: 'Identificador del SMS',
    idHint: 'Tal como lo tiene el sistema que envía.',
  },

  status: {
    counted: (outcome, count) => {
      const words = {
        delivered: ['entregado', 'entregados'],
        failed: ['fallido', 'fallidos'],
        waiting: ['en espera', 'en espera'],
        no_receipt: ['sin confirmación', 'sin confirmación'],
        sent: ['enviado, nunca se confirma', 'enviados, nunca se confirman'],
        unconfirmed: ['con confirmación pero sin estado', 'con confirmación pero sin estado'],
        other: ['con otro estado', 'con otro estado'],
        unknown: ['sin datos', 'sin datos'],
      } as const;
      const [one, more] = words[outcome];
      return many(count, one, more);
    },
    ...verdicts,
    before: (when, duration) =>
      `Última entrega anterior${when === undefined ? '' : `: ${when}`}${duration === undefined ? '' : `, en ${duration}`}.`,
    neverBefore: 'En este período no se entregó ningún mensaje.',
    pastNote: 'No se muestran los mensajes posteriores a este período.',
    slowBecause: {
      platform: 'La plataforma lo tuvo la mayor parte de ese tiempo.',
      operator: 'El operador lo tuvo la mayor parte de ese tiempo, o esperó al teléfono.',
    },
    stuck: (duration, isAtPlatform) =>
      `${isAtPlatform ? 'detenido en la plataforma' : 'sin confirmar'}, ${duration}`,
    wordMeans: (word, meaning) => `«${word}»: ${meaning}.`,
    wider: (days) => `Últimos ${days} días`,
    allSenders: 'Todos los remitentes',
    tracking: {
      button: 'Avísame',
      started: 'Listo, te aviso por mensaje directo cuando se entregue o falle.',
      startedLater: 'Ya lo estoy siguiendo, pero Slack aún no acepta mi mensaje directo. Sigo intentando.',
      alreadyTracked: 'Ya lo estoy siguiendo; mira tus mensajes directos.',
      tooMany: (most) => ({
        sentence: `Ya sigo ${most} mensajes para ti.`,
        nextStep: 'Detén uno en tus mensajes directos y vuelve a pulsar el botón.',
      }),
      waiting: (number, sent) => `Siguiendo el mensaje del ${sent} a ${number}`,
      checked: (time, next) => `Revisado ${time}, próxima vez ${next}`,
      until: (when) => `dejo de revisar${inSentence(when)}`,
      missing: 'Esta vez la plataforma no lo mostró. Sigo revisando.',
      unreadable: (sentence) => `${sentence} Sigo revisando.`,
      stop: 'Dejar de seguir',
      stopped: (number, sent) => `Ya no sigo el mensaje del ${sent} a ${number}.`,
      alreadyOver: 'Ya no sigo ese mensaje.',
      delivered: (number, sent, duration) =>
        `Entregado${duration === undefined ? '' : ` en ${duration}`}: el mensaje del ${sent} a ${number}`,
      failed: (number, sent, cause) => `Falló el mensaje del ${sent} a ${number} (${cause})`,
      noReceipt: (number, sent) => `No llegó confirmación del mensaje del ${sent} a ${number}`,
      unclear: (number, sent, word) => `La plataforma dice «${word}» del mensaje del ${sent} a ${number}`,
      lost: (number, sent) => `La plataforma ya no muestra el mensaje del ${sent} a ${number}`,
      givenUp: (number, sent) => `La plataforma no respondió sobre el mensaje del ${sent} a ${number}`,
      keyLost: {
        sentence: 'Tuve que dejar de seguir un mensaje: SMS Desk tiene una clave nueva y no sabe cuál era.',
        nextStep: 'Busca el número otra vez con /sms-status y vuelve a pulsar Avísame.',
      },
    },
    size: (characters, segments, encoding) =>
      `${many(characters, 'carácter', 'caracteres')} · ${many(segments, 'segmento', 'segmentos')} (${encoding})`,
    textInvisible: 'El texto no tiene ningún carácter visible.',
    textMissing: 'La plataforma no tiene el texto.',
    moreCharacters: (count) => `(${many(count, 'carácter más', 'caracteres más')})`,
    shortfall: (announced, received) =>
      `La plataforma anunció ${counted(announced)} mensajes y envió ${counted(received)}: pueden faltar.`,
    unreadable: (count) =>
      count === 1 ? 'No se pudo leer una entrada.' : `No se pudieron leer ${counted(count)} entradas.`,
    undated: (count) =>
      `${many(count, 'mensaje no tiene hora y puede', 'mensajes no tienen hora y pueden')} ser del día anterior o del siguiente.`,
    filtersIgnored: 'La plataforma también envió mensajes de otros números; se dejan fuera.',
    upTo: (time) => `mensajes hasta las ${time}`,
    page: (page, pages) => `página ${page} de ${pages}`,
    newestOf: (shown, total) => `los ${shown} más recientes de ${many(total, 'mensaje', 'mensajes')}`,
    newer: 'Más nuevos',
    older: 'Más antiguos',
  },

  ticket: {
    button: 'Para el caso',
    copy: 'Copia esto en el caso:',
    open: 'Abrir un caso',
    subject: (about, verdict) => `SMS a ${about}: ${verdict}`,
    sent: 'Enviado',
    status: 'Estado',
    operator: 'Operador',
    sender: 'Remitente',
    reference: 'Referencia',
    identifier: 'Identificador',
    incident: (since) => `Incidente en el operador desde ${since}`,
  },
};
