import { spanish } from '../../../i18n/plural.ts';
import type { en } from './en.ts';

const { counted, many } = spanish;

const after = (when: string | undefined) => (when === undefined ? '' : ` ${when}`);
const bracketed = (when: string | undefined) => (when === undefined ? '' : ` (${when})`);

export const es: typeof en = {
  outcomes: {
    delivered: 'Entregado',
    failed: 'Fallido',
    waiting: 'En espera',
    no_receipt: 'Sin acuse',
    unconfirmed: 'Acuse sin estado',
    other: 'Otro estado',
    unknown: 'Sin datos',
  },
  theOperator: 'el operador',
  platformSaysNothing: 'la plataforma no da estado',

  message: {
    title: (reference) => `Mensaje ${reference}`,
    others: 'Otros datos',
    notFound: (reference, by) => ({
      sentence: `La plataforma no conoce ningún mensaje «${reference}»${by === 'reference' ? ' de ese día' : ''}.`,
      nextStep:
        by === 'reference'
          ? 'Revisa la referencia y el día: el del envío del mensaje. Para preguntar por un número, escribe primero el número.'
          : 'Revisa el identificador, o pregunta por el número.',
    }),
    notSetUp: {
      sentence: 'La búsqueda por identificador no está configurada aquí.',
      nextStep:
        'Pregunta por el número, o por fecha y referencia. Quien administra SMS Desk puede configurarla.',
    },
  },

  form: {
    title: '¿Qué pasó con el SMS?',
    submit: 'Buscar',
    way: 'Preguntar por',
    ways: { number: 'Número de teléfono', reference: 'Fecha y referencia', id: 'Identificador' },
    date: 'Fecha',
    reference: 'Referencia de la transacción',
    referenceHint: 'Tal como la tiene el sistema que envía.',
    id: 'Identificador del SMS',
    idHint: 'Tal como lo tiene el sistema que envía.',
  },

  status: {
    notUnderstood: (text) => ({
      sentence: `No entendí «${text}».`,
      nextStep:
        'Después del número puede ir un período (hoy, ayer, últimos 3 días, 2026-11-18) y «de» con un remitente.',
    }),
    counted: (outcome, count) => {
      const words = {
        delivered: ['entregado', 'entregados'],
        failed: ['fallido', 'fallidos'],
        waiting: ['en espera', 'en espera'],
        no_receipt: ['sin acuse', 'sin acuse'],
        unconfirmed: ['con acuse pero sin estado', 'con acuse pero sin estado'],
        other: ['con otro estado', 'con otro estado'],
        unknown: ['sin datos', 'sin datos'],
      } as const;
      const [one, more] = words[outcome];
      return many(count, one, more);
    },
    verdict: {
      none: 'La plataforma no tiene mensajes a este número en este período.',
      noneReadable:
        'No se puede decir nada de este número: la respuesta de la plataforma no está completa, o no se pudo leer como mensajes.',
      noneFrom: (sender) => `La plataforma no tiene mensajes de ${sender} a este número en este período.`,
      works: (when, duration) =>
        duration === undefined
          ? `La entrega a este número funciona: el último mensaje llegó al teléfono${after(when)}. No consta cuánto tardó.`
          : `La entrega a este número funciona: el último mensaje llegó al teléfono${after(when)}, ${duration} después de enviarse.`,
      worked: (when, duration) =>
        duration === undefined
          ? `La entrega a este número funcionó: el último mensaje de este período llegó al teléfono${after(when)}. No consta cuánto tardó.`
          : `La entrega a este número funcionó: el último mensaje de este período llegó al teléfono${after(when)}, ${duration} después de enviarse.`,
      worksSlowly: (when, duration, delayedBy) =>
        `El último mensaje tardó mucho: llegó al teléfono${after(when)}, ${duration} después de enviarse. ${delayedBy === 'platform' ? 'La plataforma lo tuvo la mayor parte de ese tiempo.' : 'La mayor parte de ese tiempo lo tuvo el operador, o esperó al teléfono.'}`,
      worksClockOff: (when) =>
        `El último mensaje figura como entregado${bracketed(when)}, pero sus horas se contradicen: hay un reloj desfasado y no se puede saber cuánto tardó.`,
      waitingAtOperator: (operator, duration) =>
        `En camino: ${operator} tiene el último mensaje desde hace ${duration} y todavía no hay acuse. Aún es lo habitual.`,
      waitingAtPlatform: (duration) =>
        `En camino: la plataforma recibió el último mensaje hace ${duration} y todavía no registra el traspaso. Aún es lo habitual.`,
      waitingSomewhere: 'El último mensaje está en camino; no consta cuándo se envió.',
      stuckAtOperator: (operator, since, duration) =>
        `Detenido en el operador desde ${since} (${duration}): ${operator} tiene el último mensaje y no ha llegado ningún acuse.`,
      stuckAtPlatform: (since, duration) =>
        `Detenido en la plataforma desde ${since} (${duration}): no consta el traspaso a un operador.`,
      noReceipt: (count, total) =>
        count === total
          ? 'El operador nunca informó un acuse de ningún mensaje de este período y ya no llegará. No se sabe si llegaron.'
          : `El operador nunca informó un acuse ${count === 1 ? 'del último mensaje' : `de los últimos ${count} mensajes`} y ya no llegará.`,
      neverHandedOver: (count) =>
        count === 1
          ? 'El último mensaje nunca salió de la plataforma: no consta ningún traspaso a un operador.'
          : `Los últimos ${count} mensajes nunca salieron de la plataforma: no consta ningún traspaso a un operador.`,
      failed: (count, word, when) =>
        count === 1
          ? `El último mensaje falló en el operador: ${word}${bracketed(when)}.`
          : `Los últimos ${count} mensajes fallaron en el operador. El más reciente: ${word}${bracketed(when)}.`,
      failedBeforeHandOver: (count, word, when) =>
        count === 1
          ? `El último mensaje falló antes de pasar a un operador: ${word}${bracketed(when)}.`
          : `Los últimos ${count} mensajes fallaron; el más reciente antes de pasar a un operador: ${word}${bracketed(when)}.`,
      unconfirmed: (when) =>
        `La plataforma tiene un acuse del último mensaje${bracketed(when)}, pero ningún estado final: puede haber llegado y no está confirmado.`,
      unclear: (word) =>
        `La plataforma llama «${word}» al último mensaje, que no es ni una entrega ni un fallo que yo conozca.`,
      unknown: 'La plataforma no recibió información del último mensaje: ni estado ni horas.',
    },
    before: (when, duration) =>
      `Última entrega anterior${when === undefined ? '' : `: ${when}`}${duration === undefined ? '' : `, en ${duration}`}.`,
    neverBefore: 'Ningún mensaje de este período figura como entregado.',
    troubledBefore: (count) =>
      count === 1
        ? 'El anterior espera desde hace demasiado, falló o no tiene acuse.'
        : `Los ${count} anteriores esperan desde hace demasiado, fallaron o no tienen acuse.`,
    noneFromHint: 'Pregunta sin el remitente para ver todos los mensajes.',
    pastNote: 'Los mensajes enviados después de este período no forman parte de esta respuesta.',
    stuckNextStep: {
      platform: 'Si sigue así, avisa a quien está de guardia: la plataforma no lo ha traspasado.',
      operator: 'Si el teléfono está encendido y con señal, avisa a quien trata con el operador.',
    },
    noneHint: 'Revisa el número, o pide más días, por ejemplo «últimos 31 días».',
    peers: {
      fared: (count, operator, share, duration) =>
        `Otros ${counted(count)} mensajes de ${operator} a esa hora: el ${share} llegó en ${duration} o menos.`,
      handset: 'Probablemente sea el teléfono.',
      handsetNextStep: 'Pide al cliente que revise que el teléfono esté encendido y con señal.',
      message: 'Parece ser solo este mensaje.',
      unclear: 'Con eso no se sabe si es solo este cliente.',
      notAlone: (count, operator, share, duration) =>
        `De otros ${counted(count)} mensajes de ${operator} a esa hora ${share === undefined ? 'ninguno' : `solo el ${share}`} llegó en ${duration} o menos: no es solo este cliente. Mira /sms-check.`,
    },
    tracking: {
      button: 'Avísame cuando se resuelva',
      begun: 'Espero este mensaje y te mantengo al día en un mensaje directo.',
      begunAlready: 'Ya espero este mensaje: mira entre tus mensajes directos.',
      tooMany: (most) => ({
        sentence: `Ya espero ${most} mensajes para ti.`,
        nextStep: 'Detén uno en tus mensajes directos y pide este otra vez.',
      }),
      waiting: (number, sent) => `A la espera del mensaje a ${number} del ${sent}`,
      looked: (time, looks, next) =>
        `Última consulta: ${time} (${many(looks, 'consulta', 'consultas')} hasta ahora) · próxima: ${next}`,
      until: (when) => `a más tardar hasta el ${when}: después ya no llega ningún acuse`,
      missing: 'Esta vez la plataforma no listó el mensaje. Sigo consultando.',
      unreadable: (sentence) => `${sentence} Sigo consultando.`,
      stop: 'Dejar de esperar',
      stopped: (number, sent) => `Ya no espero el mensaje a ${number} del ${sent}.`,
      overAlready: 'Eso ya terminó.',
      delivered: (number, sent, duration) =>
        `Entregado: el mensaje a ${number} del ${sent} llegó al teléfono${duration === undefined ? '' : `, ${duration} después de enviarse`}.`,
      failed: (number, sent, word) => `Fallido: el mensaje a ${number} del ${sent} (${word}).`,
      noReceipt: (number, sent) =>
        `Sin acuse: no llegó ninguno del mensaje a ${number} del ${sent} y ya no llegará.`,
      unclear: (number, sent, word) =>
        `No se sabe qué pasó con el mensaje a ${number} del ${sent}. La plataforma dice «${word}» y ya no llegará más.`,
      lost: (number, sent) =>
        `No se sabe qué pasó con el mensaje a ${number} del ${sent}. La plataforma ya no lo lista.`,
      givenUp: (number, sent) =>
        `No se sabe qué pasó con el mensaje a ${number} del ${sent}. No se pudo leer la plataforma cuando tocaba.`,
      keyLost: {
        sentence:
          'Tuve que dejar de esperar: SMS Desk tiene una clave nueva y con ella no puedo leer de qué mensaje se trataba.',
        nextStep: 'Consulta el número otra vez con /sms-status y vuelve a pulsar el botón bajo el mensaje.',
      },
    },
    tellCustomer: (sentence) => `Para el cliente: «${sentence}»`,
    customer: {
      none: 'No encuentro ningún mensaje nuestro a su número en este período. ¿Es este el número que nos dio?',
      noneFrom: 'No encuentro ningún mensaje de ese tipo a su número en este período.',
      works: (when) =>
        `Su teléfono confirmó nuestro mensaje${bracketed(when)}. Revise también los mensajes bloqueados o filtrados.`,
      waiting: 'Nuestro mensaje va en camino. Por favor, espere unos minutos.',
      stuckAtOperator:
        'Nuestro mensaje pasó a su operador, que todavía no lo confirma. Revise que el teléfono esté encendido y con señal; apagarlo y encenderlo suele ayudar.',
      stuckAtPlatform: 'Nuestro mensaje se ha retrasado de nuestro lado. Lo estamos revisando.',
      noReceipt: 'Enviamos el mensaje y no tenemos confirmación de que llegara a su teléfono.',
      failed:
        'Su operador no pudo entregar nuestro mensaje. Revise que el teléfono esté encendido, con señal y con espacio para mensajes, y pida uno nuevo.',
      failedBeforeHandOver: 'No pudimos enviarle el mensaje. Lo estamos revisando.',
      unclear: 'Todavía no puedo ver si nuestro mensaje le llegó. Lo estamos revisando.',
    },
    size: (characters, segments, encoding) =>
      `${many(characters, 'carácter', 'caracteres')} · ${many(segments, 'segmento', 'segmentos')} (${encoding})`,
    textInvisible: 'El texto no tiene ningún carácter visible.',
    textMissing: 'La plataforma no recibió el texto.',
    moreCharacters: (count) => `(${many(count, 'carácter más', 'caracteres más')})`,
    shortfall: (announced, received) =>
      `La plataforma anunció ${counted(announced)} mensajes y envió ${counted(received)}, contando los días vecinos: esta respuesta puede estar incompleta.`,
    unreadable: (count) =>
      count === 1
        ? 'Una entrada de la respuesta de la plataforma no se ajusta a su interfaz y no se muestra.'
        : `${counted(count)} entradas de la respuesta de la plataforma no se ajustan a su interfaz y no se muestran.`,
    undated: (count) =>
      `${many(count, 'mensaje no trae', 'mensajes no traen')} ninguna hora y ${count === 1 ? 'puede' : 'pueden'} ser de los días vecinos a este período.`,
    filtersIgnored:
      'La plataforma también envió mensajes a otros números, que se dejan fuera: no parece aplicar los filtros, así que no se puede saber el remitente.',
    upTo: (time) => `mensajes hasta las ${time}`,
    page: (page, pages) => `página ${page} de ${pages}`,
    newer: 'Más nuevos',
    older: 'Más antiguos',
    help: {
      title: 'Qué pasó con los mensajes de un número',
      usage: [
        ['/sms-status', 'un formulario'],
        [
          '/sms-status <número> [cuándo] [de <remitente>]',
          'los mensajes del número, del más nuevo al más antiguo',
        ],
        ['/sms-status <fecha> <referencia>', 'un mensaje por su referencia de transacción'],
        ['/sms-status id <identificador>', 'un mensaje por su identificador'],
      ],
      examplesTitle: 'Ejemplos',
      examples: [
        ['/sms-status +56 9 1234 5678', 'los últimos 3 días'],
        ['/sms-status 912345678 ayer', 'un día'],
        ['/sms-status +34 612 345 678 últimos 7 días', 'hasta 31 días'],
        ['/sms-status 912345678 2026-11-15..2026-11-18', 'de un día a otro'],
        ['/sms-status 912345678 hoy de 56001', 'de un solo remitente'],
        ['/sms-status 2026-11-18 ABC-123', 'un mensaje de ese día'],
        ['/sms-status id 4711', 'un mensaje de cualquier día'],
      ],
      notes: [
        'cuándo: hoy, ayer, últimos 3 días, 2026-11-18, 2026-11-15..2026-11-18. Los días son los de tu zona horaria.',
        'Los números, códigos y enlaces van ocultos. «Entregado» significa que llegó un acuse; sin él el mensaje está «en espera», y «sin acuse» cuando ya no llegará.',
        'Bajo un mensaje en camino, «Avísame cuando se resuelva» te mantiene al día en un mensaje directo y dice cómo terminó.',
        'Solo tú ves la respuesta, hasta que la compartas.',
      ],
    },
  },
};
