import type { Words } from './words.ts';

const many = (count: number, one: string, more: string) =>
  `${count.toLocaleString('es-CL')} ${count === 1 ? one : more}`;
const bracketed = (when: string | undefined) => (when === undefined ? '' : ` (${when})`);

export const es: Words = {
  locale: 'es-CL',
  today: 'hoy',
  yesterday: 'ayer',
  sinceTime: (time) => `las ${time}`,
  sinceDay: (day, time) => (day === 'ayer' ? `ayer ${time}` : `el ${day} ${time}`),
  working: 'Consultando la plataforma. Tarda un poco más de lo habitual.',
  reference: (reference) => `Referencia: ${reference}`,
  example: 'Por ejemplo:',

  failures: {
    wrong_credentials: {
      sentence: 'La plataforma de mensajería no acepta la cuenta que usa SMS Desk.',
      nextStep:
        'Pide a quien administra SMS Desk que revise el correo y la contraseña de la plataforma. Hasta entonces no sirve reintentar.',
    },
    not_allowed: {
      sentence: 'La plataforma de mensajería no permite que la cuenta de SMS Desk lea esto.',
      nextStep:
        'Pide a quien administra SMS Desk que revise el token de reportes y los permisos de la cuenta.',
    },
    not_found: {
      sentence:
        'La plataforma de mensajería dice que no tiene nada que informar aquí. Eso no es lo mismo que «sin mensajes».',
      nextStep:
        'Prueba un período en el que hubo tráfico. Si sigue igual, pide a quien administra SMS Desk que revise la dirección de la plataforma.',
    },
    rate_limited: {
      sentence: 'Se está consultando la plataforma de mensajería con demasiada frecuencia.',
      nextStep: 'Espera un minuto y vuelve a intentarlo.',
    },
    timed_out: {
      sentence: 'La plataforma de mensajería no respondió a tiempo.',
      nextStep: 'Vuelve a intentarlo en un minuto. Un período más corto responde antes.',
    },
    unavailable: {
      sentence: 'No se puede llegar a la plataforma de mensajería, o tiene un error propio.',
      nextStep:
        'Vuelve a intentarlo en unos minutos. Si sigue igual, avisa a quien está de guardia. De esto no se puede deducir si los mensajes llegan.',
    },
    invalid_answer: {
      sentence: 'La plataforma de mensajería respondió algo que SMS Desk no puede leer.',
      nextStep: 'Inténtalo una vez más. Si se repite, pasa la referencia a quien administra SMS Desk.',
    },
    invalid_filter: {
      sentence: 'La plataforma solo puede buscar números de 3 a 15 dígitos.',
      nextStep: 'Revisa el número y el remitente.',
    },
    refused: {
      sentence: 'La plataforma de mensajería rechazó la consulta tal como se hizo.',
      nextStep:
        'Revisa el número y el período. Si están bien, pasa la referencia a quien administra SMS Desk.',
    },
    busy: {
      sentence: 'Demasiadas personas consultan en este momento; tu consulta no se envió.',
      nextStep: 'Vuelve a intentarlo en medio minuto.',
    },
    internal: {
      sentence: 'Algo falló dentro de SMS Desk.',
      nextStep: 'Inténtalo otra vez. Si se repite, pasa la referencia a quien administra SMS Desk.',
    },
    waitFor: (duration) => `Espera ${duration} y vuelve a intentarlo.`,
  },

  refusals: {
    channel: {
      sentence: 'SMS Desk no responde en este canal.',
      nextStep: 'Úsalo en uno de los canales habilitados, o pide a quien administra Slack que agregue este.',
    },
    person: {
      sentence: 'No estás en un grupo que pueda usar SMS Desk.',
      nextStep: 'Pide a quien administra Slack que te agregue a uno.',
    },
    guest: {
      sentence: 'SMS Desk solo responde a personas de su propia organización.',
      nextStep: 'Pide a tu contacto en este espacio de trabajo que lo consulte por ti.',
    },
    unverified: {
      sentence: 'Slack no me dijo a tiempo si puedes usar SMS Desk, así que no consulté nada.',
      nextStep: 'Vuelve a intentarlo en un minuto.',
    },
    staleButton: {
      sentence: 'Este botón ya no se puede leer.',
      nextStep: 'Escribe el comando otra vez para tener una respuesta nueva.',
    },
  },

  period: (spec) => {
    switch (spec.kind) {
      case 'today':
        return 'hoy';
      case 'yesterday':
        return 'ayer';
      case 'last_days':
        return spec.days === 1 ? 'último día' : `últimos ${spec.days} días`;
      default:
        return '';
    }
  },
  periodProblems: {
    in_future: { sentence: 'Ese período está en el futuro.', nextStep: 'Pide hoy o días que ya pasaron.' },
    reversed: {
      sentence: 'Ese período termina antes de empezar.',
      nextStep: 'Pon primero la fecha más antigua.',
    },
    no_days: { sentence: 'Ese período no tiene ningún día.', nextStep: 'Pide al menos un día.' },
    too_long: (maxDays) => ({
      sentence: `Ese período tiene más de ${maxDays} días.`,
      nextStep: `Pide ${maxDays} días por vez.`,
    }),
    no_such_date: (date) => ({
      sentence: `La fecha ${date} no existe.`,
      nextStep: 'Escribe las fechas como año-mes-día.',
    }),
  },

  numbers: {
    missing: {
      sentence: '¿Qué número?',
      nextStep: 'Escribe el número de teléfono justo después del comando.',
    },
    invalid: (text) => ({
      sentence: `«${text}» no es un número de teléfono que pueda leer.`,
      nextStep: 'Escríbelo con su código de país, o como se marca en casa.',
    }),
    missingSender: {
      sentence: '¿De qué remitente?',
      nextStep: 'Escribe el número corto o el nombre del remitente después de «de».',
    },
    invalidSender: (text, known) => ({
      sentence: `«${text}» no es un remitente que conozca.`,
      nextStep:
        known.length === 0
          ? 'Escribe el número corto del remitente después de «de».'
          : `Escribe su número corto, o uno de estos: ${known.join(', ')}.`,
    }),
  },

  outcomes: {
    delivered: 'Entregado',
    failed: 'Fallido',
    waiting: 'En espera',
    no_receipt: 'Sin acuse',
    other: 'Otro estado',
    unknown: 'Sin datos',
  },
  unknownRoute: 'ruta desconocida',
  theOperator: 'el operador',
  platformSaysNothing: 'la plataforma no da estado',

  timeline: {
    platform: 'Plataforma',
    operator: 'Operador',
    handset: 'Teléfono',
    failed: 'Falló',
    noTime: 'hora no registrada',
    notRecorded: 'no registrado',
    noHandOver: 'sin traspaso registrado',
    noReceiptYet: 'sin acuse todavía',
    noReceipt: 'sin acuse',
    nothing: 'La plataforma no recibió ninguna hora de este mensaje.',
    clockOff: (difference) => `reloj desfasado: ${difference}`,
    forHowLong: (duration) => `hace ${duration}`,
    inAll: (duration) => `${duration} en total`,
  },

  status: {
    notUnderstood: (text) => ({
      sentence: `No entendí «${text}».`,
      nextStep:
        'Después del número puede ir un período (hoy, ayer, últimos 3 días, 2026-11-18) y «de» con un remitente.',
    }),
    from: (sender) => `de ${sender}`,
    messages: (count) => many(count, 'mensaje', 'mensajes'),
    counted: (outcome, count) => {
      const words = {
        delivered: ['entregado', 'entregados'],
        failed: ['fallido', 'fallidos'],
        waiting: ['en espera', 'en espera'],
        no_receipt: ['sin acuse', 'sin acuse'],
        other: ['con otro estado', 'con otro estado'],
        unknown: ['sin datos', 'sin datos'],
      } as const;
      const [one, more] = words[outcome];
      return many(count, one, more);
    },
    verdict: {
      none: 'La plataforma no tiene mensajes a este número en este período.',
      noneReadable:
        'No se puede decir nada de este número: lo que envió la plataforma no se pudo leer como mensajes.',
      works: (when, duration) =>
        duration === undefined
          ? `La entrega a este número funciona: el último mensaje llegó al teléfono${bracketed(when)}. No consta cuánto tardó.`
          : `La entrega a este número funciona: el último mensaje llegó al teléfono ${duration} después de enviarse${bracketed(when)}.`,
      worksSlowly: (when, duration, delayedBy) =>
        `El último mensaje llegó al teléfono, pero recién ${duration} después de enviarse${bracketed(when)}. ${delayedBy === 'platform' ? 'La plataforma lo tuvo la mayor parte de ese tiempo.' : 'La mayor parte de ese tiempo lo tuvo el operador, o esperó al teléfono.'}`,
      worksClockOff: (when) =>
        `El último mensaje figura como entregado${bracketed(when)}, pero sus horas se contradicen: hay un reloj desfasado y no se puede saber cuánto tardó.`,
      waitingAtOperator: (operator, duration) =>
        `En camino: ${operator} tiene el último mensaje hace ${duration} y todavía no hay acuse. Aún es lo habitual.`,
      waitingAtPlatform: (duration) =>
        `En camino: la plataforma recibió el último mensaje hace ${duration} y todavía no registra el traspaso. Aún es lo habitual.`,
      waitingSomewhere: 'El último mensaje está en camino; no consta cuándo se envió.',
      stuckAtOperator: (operator, since, duration) =>
        `Detenido en el operador desde ${since} (${duration}): ${operator} tiene el último mensaje y no ha llegado ningún acuse.`,
      stuckAtPlatform: (since, duration) =>
        `Detenido en la plataforma desde ${since} (${duration}): no consta el traspaso a un operador.`,
      noReceipt: (count, total) =>
        count === total
          ? 'El operador nunca informó un acuse para este número y ya no llegará. No se sabe si los mensajes llegaron.'
          : `El operador nunca informó un acuse ${count === 1 ? 'del último mensaje' : `de los últimos ${count} mensajes`} y ya no llegará.`,
      failed: (count, word, when) =>
        count === 1
          ? `El último mensaje falló en el operador: ${word}${bracketed(when)}.`
          : `Los últimos ${count} mensajes fallaron en el operador. El más reciente: ${word}${bracketed(when)}.`,
      failedBeforeHandOver: (count, word, when) =>
        count === 1
          ? `El último mensaje falló antes de pasar a un operador: ${word}${bracketed(when)}.`
          : `Los últimos ${count} mensajes fallaron; el más reciente antes de pasar a un operador: ${word}${bracketed(when)}.`,
      unclear: (word) =>
        `La plataforma llama «${word}» al último mensaje, que no es ni una entrega ni un fallo que yo conozca.`,
      unknown: 'La plataforma no recibió información del último mensaje: ni estado ni horas.',
    },
    before: (when, duration) =>
      `Última entrega anterior${when === undefined ? '' : `: ${when}`}${duration === undefined ? '' : `, en ${duration}`}.`,
    neverBefore: 'Ningún mensaje de este período figura como entregado.',
    noneHint: 'Revisa el número, o pide más días, por ejemplo «últimos 31 días».',
    tellCustomer: (sentence) => `Para el cliente: «${sentence}»`,
    customer: {
      none: 'No encuentro ningún mensaje nuestro a su número en este período. ¿Es este el número que nos dio?',
      works: (when) =>
        `Su teléfono confirmó nuestro último mensaje${bracketed(when)}. Revise también los mensajes bloqueados o filtrados.`,
      waiting: 'Nuestro mensaje va en camino. Por favor, espere unos minutos.',
      stuckAtOperator:
        'Su operador tiene nuestro mensaje y espera a su teléfono. Revise que esté encendido y con señal; apagarlo y encenderlo suele ayudar.',
      stuckAtPlatform: 'Nuestro mensaje se ha retrasado de nuestro lado. Lo estamos revisando.',
      noReceipt: 'Enviamos el mensaje, pero su operador no ha confirmado que llegara a su teléfono.',
      failed:
        'Su operador no pudo entregar nuestro mensaje. Revise que el teléfono esté encendido, con señal y con espacio para mensajes, y pida uno nuevo.',
      failedBeforeHandOver: 'No pudimos enviarle el mensaje. Lo estamos revisando.',
      unclear: 'Todavía no puedo ver si nuestro mensaje le llegó. Lo estamos revisando.',
    },
    size: (characters, segments, encoding) =>
      `${many(characters, 'carácter', 'caracteres')} · ${many(segments, 'segmento', 'segmentos')} (${encoding})`,
    textMissing: 'La plataforma no recibió el texto.',
    moreCharacters: (count) => `… ${many(count, 'carácter más', 'caracteres más')}`,
    shortfall: (announced, received) =>
      `La plataforma anunció ${announced.toLocaleString('es-CL')} mensajes y envió ${received.toLocaleString('es-CL')}: lo que sigue puede estar incompleto.`,
    unreadable: (count) =>
      count === 1
        ? 'Una entrada de la respuesta de la plataforma no se ajusta a su interfaz y no se muestra.'
        : `${count.toLocaleString('es-CL')} entradas de la respuesta de la plataforma no se ajustan a su interfaz y no se muestran.`,
    undated: (count) =>
      `${many(count, 'mensaje no trae', 'mensajes no traen')} ninguna hora y ${count === 1 ? 'puede' : 'pueden'} ser de los días vecinos a este período.`,
    timesIn: (zone) => `Horas en ${zone}`,
    asOf: (time) => `datos de las ${time}`,
    page: (page, pages) => `página ${page} de ${pages}`,
    newer: 'Más nuevos',
    older: 'Más antiguos',
    refresh: 'Actualizar',
    help: {
      title: 'Qué pasó con los mensajes de un número',
      usage: [
        [
          '/sms-status <número> [cuándo] [de <remitente>]',
          'los mensajes del número, del más nuevo al más antiguo',
        ],
      ],
      examplesTitle: 'Ejemplos',
      examples: [
        ['/sms-status +56 9 1234 5678', 'los últimos 3 días'],
        ['/sms-status 912345678 ayer', 'un día'],
        ['/sms-status +34 612 345 678 últimos 7 días', 'hasta 31 días'],
        ['/sms-status 912345678 2026-11-15..2026-11-18', 'de un día a otro'],
        ['/sms-status 912345678 hoy de 56001', 'de un solo remitente'],
      ],
      notes: [
        'cuándo: hoy, ayer, últimos 3 días, 2026-11-18, 2026-11-15..2026-11-18. Los días son los de tu zona horaria.',
        'Los números, códigos y enlaces van ocultos. «Entregado» significa que llegó un acuse; sin él el mensaje está «en espera», y «sin acuse» cuando ya no llegará.',
        'Solo tú ves la respuesta.',
      ],
    },
  },
};
