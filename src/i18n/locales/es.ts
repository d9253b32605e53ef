import { spanish } from '../plural.ts';
import { channels } from './channels.es.ts';
import type { en } from './en.ts';
import { figures, headlines } from './figures.es.ts';
import { findings } from './findings.es.ts';
import { problems } from './problems.es.ts';

const { many, of } = spanish;

const failureWords: typeof en.failureWords = {
  undeliverable: {
    meaning: 'el operador no pudo entregarlo',
    nextStep: 'Confirma el número con el cliente.',
  },
  undelivered: {
    meaning: 'el operador no pudo entregarlo',
    nextStep: 'Confirma el número con el cliente.',
  },
  rejected: {
    meaning: 'el operador lo rechazó',
    nextStep: 'Avisa al equipo de operadores: quizás bloquean el remitente o el texto.',
  },
  expired: {
    meaning: 'el teléfono no respondió a tiempo',
    nextStep: 'Pide al cliente que encienda el teléfono y envía uno nuevo.',
  },
  deleted: { meaning: 'se borró en el camino', nextStep: 'Avisa a quien está de guardia.' },
  sent_failed: { meaning: 'el operador informó una falla', nextStep: 'Envía uno nuevo.' },
  failed: { meaning: 'sin motivo indicado', nextStep: 'Envía uno nuevo.' },
};

export const es: typeof en = {
  locale: 'es-CL',
  today: 'hoy',
  yesterday: 'ayer',
  sinceTime: (time) => `las ${time}`,
  sinceDay: (day, time) => (day === 'ayer' ? `ayer ${time}` : `el ${day} ${time}`),
  sinceMoment: (moment) => `el ${moment}`,
  dateFormat: '{date_short}',
  asking: 'Un momento, estoy consultando la plataforma de SMS.',
  working: 'Un momento.',
  cut: (characters) =>
    `Era muy largo: leí solo los primeros ${characters} caracteres. Si lo que buscas viene después, pégalo aparte.`,
  waiting: (questions, since) =>
    `La plataforma de SMS está lenta desde ${since} y hay ${many(questions, 'consulta', 'consultas')} en espera. Tu respuesta llegará aquí: no hace falta volver a preguntar.`,
  waitingAlone:
    'La plataforma de SMS está tardando en responder. Tu respuesta llegará aquí: no hace falta volver a preguntar.',
  typeInstead: (command) => `Para eso, escribe ${command} (no en un hilo: ahí los comandos no funcionan).`,
  reference: (reference) => `Referencia: ${reference}`,
  questionsTo: (contact) => `¿Dudas sobre SMS Desk? Habla con ${contact}.`,
  example: 'Por ejemplo:',
  didYouMean: (words) => `¿Quisiste decir «${words}»?`,
  suggestions: { leaveOut: 'Quitarlo', form: 'Formulario', list: 'Ver todas', help: 'Ayuda' },

  period: (spec) => {
    switch (spec.kind) {
      case 'today':
        return 'hoy';
      case 'yesterday':
        return 'ayer';
      case 'last_days':
        return spec.days === 1 ? 'último día' : `últimos ${spec.days} días`;
      case 'last_minutes':
        if (spec.minutes === 60) return 'última hora';
        return spec.minutes % 60 === 0
          ? `últimas ${spec.minutes / 60} horas`
          : `últimos ${spec.minutes} minutos`;
      default:
        return '';
    }
  },

  unknownRoute: 'ruta desconocida',

  timeline: {
    platform: 'Plataforma',
    operator: 'Operador',
    handset: 'Teléfono',
    failed: 'Falló',
    noTime: 'sin hora registrada',
    notRecorded: 'sin registro',
    noHandOver: 'sin traspaso',
    noReceiptYet: 'sin confirmar',
    noReceipt: 'sin confirmación',
    noReceipts: 'sin confirmaciones',
    nothing: 'La plataforma no tiene horas de este mensaje.',
    clockOff: (difference) => `desfase: ${difference}`,
    inAll: (duration) => `${duration} en total`,
  },

  answer: {
    from: (sender) => `de ${sender}`,
    messages: (count) => many(count, 'mensaje', 'mensajes'),
    timesIn: (zone) => `Horas en ${zone}`,
    fixedTimesIn: (zone) => `Horas de tablas, gráficos y líneas de tiempo: ${zone}`,
    asOf: (time) => `datos de las ${time}`,
    since: (time) => `desde ${time}`,
    asOfDay: (since) => `datos ${of(since)}`,
    refresh: 'Actualizar',
    say: 'Dile:',
    act: 'Haz:',
    quoted: (words) => `«${words}»`,
    details: 'Detalles',
    again: 'Probar de nuevo',
    done: 'Listo.',
    close: 'Cerrar',
  },

  fields: {
    number: 'Número',
    numberHint: 'Con su código de país, o como se marca en su país.',
    period: 'Período',
    days: 'O con tus palabras',
    daysHint: (maxDays) =>
      `18/11, del 3 al 5 de nov, la semana pasada, desde el lunes. Hasta ${maxDays} días.`,
    hoursHint: (maxDays) =>
      `18/11, del 3 al 5 de nov, la semana pasada, ayer de 9 a 12. Hasta ${maxDays} días.`,
    daysInvalid: 'Escríbelo como 18/11, del 3 al 5 de nov o la semana pasada.',
    daysTwice: 'Usa estas palabras o los días de abajo, no ambos.',
    wholeDays: 'Los reportes son por días completos: quita las horas.',
    firstDay: 'O desde',
    lastDay: 'Hasta',
    sender: 'Remitente',
    senderHint: 'Un número corto. Déjalo vacío para todos los remitentes.',
    isSender: 'Ese es el número de un remitente: va en «Remitente».',
    required: 'Falta este dato.',
    close: 'Cancelar',
  },

  reveal: {
    button: 'Ver completo',
    title: 'Ver completo',
    submit: 'Ver',
    reason: 'Motivo',
    reasonHint:
      'Queda registrado quién miró, qué número, cuándo y por qué. Los números y códigos del motivo se ocultan.',
    badReason: (shortest, longest) => `Escribe de ${shortest} a ${longest} caracteres.`,
    refused: {
      sentence: 'No estás en un grupo que pueda ver números y textos completos.',
      nextStep: 'Pide a tu administrador de Slack que te agregue a uno.',
    },
    onlyYou: 'Solo tú ves esto, y desde aquí no se puede compartir. Queda registrado con tu motivo.',
  },

  post: {
    share: 'Compartir en el canal',
    sharedBy: (name) => `Compartido por ${name}`,
    shared: 'Compartido en este canal, con el número y los textos ocultos.',
    answered: 'Respondido en el hilo.',
    refreshing: 'Ya se está actualizando; cambiará en un momento.',
    gone: {
      sentence: 'Ya no puedo cambiar ese mensaje: lo borraron o está bloqueado.',
      nextStep: 'Pregunta de nuevo y comparte la respuesta.',
    },
    external: {
      sentence: 'Este canal se comparte con otra organización.',
      nextStep: 'Su gente leerá lo que se publique ahí.',
    },
    externalSince: {
      sentence: 'Ahora este canal se comparte con otra organización.',
      nextStep: 'Pregunta de nuevo y compártelo, si su gente puede leerlo.',
    },
    externalAnyway: 'Publicar igual',
    csv: 'CSV',
    csvSent: 'El CSV está en tus mensajes directos con SMS Desk.',
    csvComment: 'Los mensajes que pediste, con el número y los textos ocultos.',
    refused: {
      messagesTabOff: {
        sentence:
          'No puedo enviar mensajes directos: la pestaña Mensajes de la app está desactivada (App Home → Messages Tab).',
        nextStep: 'Pide a quien administra SMS Desk que la active y vuelve a pulsar el botón.',
      },
      timeout: {
        sentence: 'Slack no confirmó el mensaje.',
        nextStep: 'Mira si está antes de volver a pulsar el botón.',
      },
      other: (word) => ({
        sentence: `Slack lo rechazó (${word}).`,
        nextStep: 'Inténtalo otra vez. Si se repite, avisa a quien administra SMS Desk.',
      }),
    },
  },

  ...problems,
  failureWords,
  failureNextStep: 'Confírmalo con el cliente y envía uno nuevo.',
  channels,
  figures,
  headlines,
  findings,
};
