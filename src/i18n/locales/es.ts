import { spanish } from '../plural.ts';
import { channels } from './channels.es.ts';
import type { en } from './en.ts';
import { figures } from './figures.es.ts';
import { problems } from './problems.es.ts';

const { many } = spanish;

export const es: typeof en = {
  locale: 'es-CL',
  today: 'hoy',
  yesterday: 'ayer',
  sinceTime: (time) => `las ${time}`,
  sinceDay: (day, time) => (day === 'ayer' ? `ayer ${time}` : `el ${day} ${time}`),
  asking: 'Consultando la plataforma. Tarda un poco más de lo habitual.',
  working: 'Un momento. Tarda un poco más de lo habitual.',
  reference: (reference) => `Referencia: ${reference}`,
  example: 'Por ejemplo:',

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

  unknownRoute: 'ruta desconocida',

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
    forHowLong: (duration) => `desde hace ${duration}`,
    inAll: (duration) => `${duration} en total`,
  },

  answer: {
    from: (sender) => `de ${sender}`,
    messages: (count) => many(count, 'mensaje', 'mensajes'),
    timesIn: (zone) => `Horas en ${zone}`,
    asOf: (time) => `datos de las ${time}`,
    refresh: 'Actualizar',
  },

  fields: {
    number: 'Número',
    numberHint: 'Con su código de país, o como se marca dentro de su país.',
    period: 'Período',
    days: 'U otros días',
    daysHint: (maxDays) => `Un día o dos: 2026-11-18, o 2026-11-15..2026-11-18. Hasta ${maxDays} días.`,
    daysInvalid: 'Escribe 2026-11-18, o 2026-11-15..2026-11-18.',
    sender: 'Remitente',
    senderHint: 'Un número corto. Déjalo vacío para todos los remitentes.',
    required: 'Falta este dato.',
    close: 'Cancelar',
  },

  post: {
    share: 'Compartir en el canal',
    sharedBy: (name, when) => `Compartido por ${name}, ${when}`,
    shared: 'Compartido en este canal, con el número y los textos ocultos.',
    csv: 'CSV',
    csvSent: 'El CSV está en tus mensajes directos con SMS Desk.',
    csvComment: 'Los mensajes que pediste, con el número y los textos ocultos. Las horas están en UTC.',
    refused: {
      notMember: {
        sentence: 'SMS Desk no es miembro de este canal, así que no puede publicar aquí.',
        nextStep: 'Agrégalo al canal (escribe /invite @SMS Desk) y vuelve a pulsar el botón.',
      },
      archived: {
        sentence: 'Este canal está archivado.',
        nextStep: 'Pregunta en otro canal y compártelo allí.',
      },
      notAllowed: {
        sentence: 'Slack no deja que SMS Desk haga eso aquí.',
        nextStep:
          'Pregunta a quien administra Slack quién puede publicar en este canal y qué puede hacer la aplicación.',
      },
      timeout: {
        sentence: 'Slack no dijo si aceptó el mensaje.',
        nextStep: 'Mira si está antes de volver a pulsar el botón.',
      },
      busy: { sentence: 'Slack pide una pausa.', nextStep: 'Vuelve a pulsar el botón en un minuto.' },
      other: (word) => ({
        sentence: `Slack no lo aceptó (${word}).`,
        nextStep: 'Inténtalo otra vez. Si se repite, avisa a quien administra SMS Desk.',
      }),
    },
  },

  ...problems,
  channels,
  figures,
};
