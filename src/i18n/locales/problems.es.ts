import type { problems as en } from './problems.en.ts';

export const problems: typeof en = {
  failures: {
    wrong_credentials: {
      sentence: 'La plataforma de mensajería no acepta la cuenta que usa SMS Desk.',
      nextStep:
        'Pide a quien administra SMS Desk que revise sus credenciales de la plataforma; la referencia dice cuáles. Hasta entonces no sirve reintentar.',
    },
    not_allowed: {
      sentence: 'La plataforma de mensajería no permite que la cuenta de SMS Desk lea esto.',
      nextStep:
        'Pide a quien administra SMS Desk que revise los permisos de la cuenta; la referencia dice dónde fue rechazada.',
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
      nextStep: 'Vuelve a intentarlo en un minuto; con menos días responde antes.',
    },
    unavailable: {
      sentence: 'No pude obtener respuesta de la plataforma de SMS.',
      nextStep:
        'Vuelve a intentarlo en unos minutos. Si sigue igual, avisa a quien está de guardia. Esto no dice si los mensajes están llegando.',
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
      nextStep: 'Revisa lo que pediste. Si está bien, pasa la referencia a quien administra SMS Desk.',
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
    redirected: (place) => ({
      sentence: `La plataforma de SMS me mandó a ${place} en vez de responder. No seguí el enlace.`,
      nextStep:
        'Avisa a quien administra SMS Desk: la dirección de la plataforma cambió, o hay una página de acceso delante. Hasta entonces no sirve reintentar.',
    }),
  },

  refusals: {
    channel: {
      sentence: 'SMS Desk no responde en este canal.',
      nextStep: 'Quien administra SMS Desk puede agregarlo.',
    },
    answersIn: 'Sí responde en',
    addedBy: (contact) => `Para agregar este, habla con ${contact}.`,
    person: {
      sentence: 'No estás en un grupo que pueda usar SMS Desk.',
      nextStep: 'Pide a quien administra Slack que te agregue a uno.',
    },
    stranger: {
      sentence: 'SMS Desk solo responde a personas de su propia organización.',
      nextStep: 'Pide a tu contacto en este espacio de trabajo que lo consulte por ti.',
    },
    unverified: {
      sentence: 'Slack no me dijo a tiempo si puedes usar SMS Desk, así que no consulté nada.',
      nextStep: 'Vuelve a intentarlo en un minuto.',
    },
    formFailed: {
      sentence: 'Slack no abrió el formulario.',
      nextStep: 'Escribe el comando otra vez, o pon el número justo después.',
    },
    staleForm: {
      sentence: 'Este formulario ya no se puede leer.',
      nextStep: 'Ciérralo y escribe el comando otra vez.',
    },
    formTooLate: {
      sentence: 'Se acabó el tiempo que Slack da para abrir el formulario.',
      nextStep: 'Escribe el comando otra vez, o pon el número justo después.',
    },
    staleButton: {
      sentence: 'Este botón ya no se puede leer.',
      nextStep: 'Escribe el comando otra vez para tener una respuesta nueva.',
    },
  },

  periodProblems: {
    in_future: { sentence: 'Esa fecha todavía no llega.', nextStep: 'Pide hoy o días anteriores.' },
    reversed: { sentence: 'Eso termina antes de empezar.', nextStep: 'Pon primero la fecha más antigua.' },
    no_days: { sentence: 'Eso no abarca ningún día.', nextStep: 'Pide al menos un día.' },
    too_long: (maxDays) => ({
      sentence: `Son más de ${maxDays} días.`,
      nextStep: `Pide hasta ${maxDays} días a la vez.`,
    }),
    no_such_date: (date) => ({
      sentence: `La fecha ${date} no existe.`,
      nextStep: 'Revisa el día y el mes.',
    }),
    ambiguous_date: (date) => ({
      sentence: `¿Qué día es ${date}?`,
      nextStep: 'Elige uno, o escribe el mes con letras.',
    }),
  },

  numbers: {
    missing: {
      sentence: '¿Qué número?',
      nextStep: 'Escribe el número de teléfono justo después del comando.',
    },
    invalid: (text) => ({
      sentence: `«${text}» no es un número de teléfono que pueda leer.`,
      nextStep:
        'Revisa que no falte ni sobre un dígito, y escríbelo con su código de país o como se marca dentro de su país.',
    }),
    missingSender: {
      sentence: '¿De qué remitente?',
      nextStep:
        'Escribe su número corto o su nombre después de «de». Un período va solo: «ayer», «últimos 3 días».',
    },
    invalidSender: (text, known) => ({
      sentence: `«${text}» no es un remitente que conozca.`,
      nextStep:
        known.length === 0
          ? 'Escribe el número corto del remitente después de «de».'
          : `Escribe su número corto, o uno de estos: ${known.join(', ')}.`,
    }),
  },
};
