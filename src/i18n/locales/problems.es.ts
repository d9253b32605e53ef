import type { problems as en } from './problems.en.ts';

function difference(digits: number): string {
  if (Math.abs(digits) === 1) return `${digits < 0 ? 'Falta' : 'Sobra'} un dígito`;
  return `${digits < 0 ? 'Faltan' : 'Sobran'} ${Math.abs(digits)} dígitos`;
}

export const problems: typeof en = {
  failures: {
    wrong_credentials: {
      sentence: 'La plataforma de SMS no acepta la cuenta de SMS Desk.',
      nextStep:
        'Pasa la referencia a quien administra SMS Desk: hay que revisar sus credenciales. Mientras tanto no sirve reintentar.',
    },
    not_allowed: {
      sentence: 'La plataforma de SMS no deja que la cuenta de SMS Desk lea esto.',
      nextStep: 'Pasa la referencia a quien administra SMS Desk: a la cuenta le faltan permisos.',
    },
    not_found: {
      sentence:
        'La plataforma de SMS dice que aquí no hay nada que informar. Eso no es lo mismo que «sin mensajes».',
      nextStep:
        'Prueba con días que tuvieron tráfico. Si sigue igual, pide a quien administra SMS Desk que revise la dirección de la plataforma.',
    },
    rate_limited: {
      sentence: 'La plataforma de SMS está ocupada y me pidió esperar.',
      nextStep: 'Vuelve a intentarlo en un minuto.',
    },
    timed_out: {
      sentence: 'La plataforma de SMS no respondió a tiempo.',
      nextStep: 'Vuelve a intentarlo en un minuto; con menos días responde antes.',
    },
    unavailable: {
      sentence: 'No pude obtener respuesta de la plataforma de SMS.',
      nextStep:
        'Vuelve a intentarlo en unos minutos. Si sigue igual, avisa a quien está de guardia. Esto no dice si los mensajes están llegando.',
    },
    invalid_answer: {
      sentence: 'No puedo leer la respuesta de la plataforma de SMS.',
      nextStep: 'Inténtalo una vez más. Si se repite, pasa la referencia a quien administra SMS Desk.',
    },
    invalid_filter: {
      sentence: 'La plataforma de SMS solo busca números de 3 a 15 dígitos.',
      nextStep: 'Revisa el número y el remitente.',
    },
    refused: {
      sentence: 'La plataforma de SMS rechazó esta consulta.',
      nextStep: 'Revisa lo que pediste. Si está bien, pasa la referencia a quien administra SMS Desk.',
    },
    busy: {
      sentence: 'Hay demasiadas consultas en este momento y la tuya no se envió.',
      nextStep: 'Vuelve a intentarlo en unos minutos.',
    },
    internal: {
      sentence: 'Algo falló en SMS Desk.',
      nextStep: 'Inténtalo otra vez. Si se repite, pasa la referencia a quien administra SMS Desk.',
    },
    database: {
      sentence: 'Ahora no puedo conectar con la base de datos de SMS Desk. No se ha perdido nada.',
      nextStep:
        'Vuelve a intentarlo en unos minutos. Si sigue igual, pasa la referencia a quien administra SMS Desk. Las consultas de mensajes siguen funcionando.',
    },
    restarting: {
      sentence: 'SMS Desk se está reiniciando y esta respuesta quedó cortada.',
      nextStep: 'Vuelve a preguntar en un minuto.',
    },
    waitFor: (duration) => `Vuelve a intentarlo en ${duration}.`,
    openCircuit: {
      platform: (since, every) => ({
        sentence: `La plataforma de SMS no responde desde ${since}.`,
        nextStep: `No se perdió nada: cada ${every} la pruebo con una consulta, así que vuelve a preguntar en un minuto. Si sigue igual, avisa a quien está de guardia. Esto no dice si los mensajes están llegando.`,
      }),
      oauth: (since, every) => ({
        sentence: `Las búsquedas por identificador no tienen respuesta desde ${since}.`,
        nextStep: `Busca por número, o vuelve a preguntar en un minuto: cada ${every} pruebo con una consulta.`,
      }),
    },
    redirected: (place) => ({
      sentence: `La plataforma de SMS me redirigió a ${place} en vez de responder. No seguí el enlace.`,
      nextStep:
        'Avisa a quien administra SMS Desk: la dirección de la plataforma cambió, o hay una página de acceso delante. Mientras tanto no sirve reintentar.',
    }),
  },

  refusals: {
    channel: {
      sentence: 'SMS Desk no responde en este canal.',
      nextStep: 'Quien administra SMS Desk puede agregarlo.',
    },
    namedChannel: {
      sentence: 'En ese canal no se pueden mostrar cifras de entrega.',
      nextStep: 'Quien administra SMS Desk puede agregarlo.',
    },
    answersIn: 'Sí responde en',
    addedBy: (contact) => `Para agregar ese canal, habla con ${contact}.`,
    person: {
      sentence: 'No estás en un grupo que pueda usar SMS Desk.',
      nextStep: 'Pide a quien administra Slack que te agregue a uno.',
    },
    groupBy: (contact) => `Para entrar en uno, habla con ${contact}.`,
    guest: {
      sentence: 'Los invitados de este espacio de trabajo no pueden usar SMS Desk.',
      nextStep: 'Pide a tu contacto aquí que lo revise por ti.',
    },
    stranger: {
      sentence: 'SMS Desk solo responde a personas de su propia organización.',
      nextStep: 'Pide a tu contacto en este espacio de trabajo que lo consulte por ti.',
    },
    usage: {
      person: 'Preguntaste mucho en poco tiempo, así que esta consulta no la hice.',
      workspace: 'SMS Desk está recibiendo demasiadas consultas, así que esta no la hice.',
    },
    unverified: {
      sentence: 'Slack no confirmó a tiempo que puedes usar SMS Desk, así que no consulté nada.',
      nextStep: 'Vuelve a intentarlo en un minuto.',
    },
    formFailed: {
      sentence: 'Slack no abrió el formulario.',
      nextStep: 'Escribe el comando otra vez, o pon el número justo después.',
    },
    staleForm: {
      sentence: 'Este formulario ya no sirve.',
      nextStep: 'Ciérralo y escribe el comando otra vez.',
    },
    staleButton: {
      sentence: 'Este botón ya no sirve.',
      nextStep: 'Escribe el comando otra vez.',
    },
  },

  installation: {
    scopeMissing: (scope) => ({
      sentence: `A SMS Desk le falta el permiso de Slack para eso${scope === undefined ? '' : ` (${scope})`}.`,
      nextStep: 'Pide a quien administra SMS Desk que lo agregue en OAuth & Permissions y reinstale la app.',
    }),
    token_refused: {
      sentence: 'Slack ya no acepta la credencial de SMS Desk.',
      nextStep: 'Pide a quien administra SMS Desk que reinstale la app.',
    },
    not_listed: {
      sentence: 'SMS Desk no está configurado para este espacio de trabajo.',
      nextStep: 'Pide a quien lo administra que lo agregue.',
    },
    not_installed: {
      sentence: 'SMS Desk no terminó de instalarse en este espacio de trabajo.',
      nextStep: 'Pide a quien lo administra que instale la app otra vez.',
    },
    not_started: {
      sentence: 'SMS Desk todavía no puede responder en este espacio de trabajo.',
      nextStep: 'Vuelve a intentarlo en un minuto.',
    },
  },

  periodProblems: {
    in_future: { sentence: 'Esa fecha todavía no llega.', nextStep: 'Pide hoy o días anteriores.' },
    reversed: { sentence: 'Eso termina antes de empezar.', nextStep: 'Pon primero la fecha más antigua.' },
    no_days: { sentence: 'Eso no abarca ningún día.', nextStep: 'Pide al menos un día.' },
    too_long: (maxDays) => ({
      sentence: `Son más de ${maxDays} días.`,
      nextStep: `Pide hasta ${maxDays} días por vez.`,
    }),
    no_such_date: (date) => ({
      sentence: `La fecha ${date} no existe.`,
      nextStep: 'Revisa el día y el mes.',
    }),
    several_periods: { sentence: 'Ahí hay más de un período.', nextStep: '¿Cuál quieres?' },
    ambiguous_date: (date) => ({
      sentence: `¿Qué día es ${date}?`,
      nextStep: 'Elige uno, o escribe el mes con letras.',
    }),
  },

  numbers: {
    missing: {
      sentence: '¿Qué número?',
      nextStep: 'Escríbelo después del comando o abre el formulario.',
    },
    invalid: (text) => ({
      sentence: `No encuentro un número de teléfono en «${text}».`,
      nextStep: 'Revisa los dígitos. Con código de país, el número empieza con +.',
    }),
    isEmail: { sentence: 'Eso es un correo electrónico.', nextStep: '¿A qué número se envió el mensaje?' },
    wrongLength: ({ digits, usual, prefix }) => ({
      sentence: `${digits} dígitos${prefix === '' ? '' : ` después de +${prefix}`}; un número móvil tiene ${usual}.`,
      nextStep: `${difference(digits - usual)}: confírmalo con el cliente.`,
    }),
    isSender: (sender) => ({
      sentence: `${sender} es el número de un remitente, no de un cliente.`,
      nextStep: 'Escribe el número del cliente, y el remitente después de «de».',
    }),
    missingSender: {
      sentence: '¿De qué remitente?',
      nextStep: 'Escribe su número o nombre después de «de».',
    },
    invalidSender: (text, known) => ({
      sentence: `No conozco el remitente «${text}».`,
      nextStep:
        known.length === 0
          ? 'Escribe su número después de «de».'
          : `Conozco ${known.join(', ')}. O escribe su número.`,
    }),
  },
};
