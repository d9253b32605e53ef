import type { BlindSpot } from '../../domain/detection/baseline.ts';
import type { channels as en } from './channels.en.ts';

const again = 'Después pulsa el botón.';

const blindSpots: Readonly<Record<BlindSpot['kind'], string>> = {
  late: 'mensajes atrasados',
  failures: 'fallas',
  few_failures: 'aumentos pequeños de fallas',
  silence: 'silencio',
};

export const channels: typeof en = {
  closed: {
    notMember: {
      sentence: 'SMS Desk no está en ese canal y no puede publicar allí.',
      nextStep: `Escribe /invite @SMS Desk en el canal. ${again}`,
    },
    notFound: {
      sentence: 'SMS Desk no ve ese canal: es privado o ya no existe.',
      nextStep: `Si es privado, escribe allí /invite @SMS Desk. ${again}`,
    },
    archived: {
      sentence: 'Ese canal está archivado.',
      nextStep: 'Elige otro canal, o pide que desarchiven este.',
    },
    readOnly: {
      sentence: 'En ese canal solo algunas personas pueden publicar.',
      nextStep: 'Elige otro canal, o pide que dejen publicar allí a SMS Desk.',
    },
    notAllowed: {
      sentence: 'Slack no deja que SMS Desk publique en ese canal.',
      nextStep: 'Pide a quien administra Slack que deje publicar allí a SMS Desk.',
    },
    scopeMissing: {
      sentence: 'A SMS Desk le falta el permiso de Slack para eso.',
      nextStep: 'Pide a quien administra SMS Desk que lo reinstale con todos sus permisos.',
    },
    noAccess: {
      sentence: 'Slack ya no acepta la credencial de SMS Desk.',
      nextStep: 'Pide a quien administra SMS Desk que revise su instalación.',
    },
    busy: { sentence: 'Slack está ocupado y me pidió esperar.', nextStep: 'Pulsa el botón en un minuto.' },
    timeout: {
      sentence: 'Slack no confirmó que SMS Desk pueda publicar en ese canal.',
      nextStep: 'Pulsa el botón en un minuto.',
    },
    other: (word) => ({
      sentence: `Slack no deja que SMS Desk publique en ese canal (${word}).`,
      nextStep: 'Elige otro canal. Si necesitas este, avisa a quien administra SMS Desk.',
    }),
  },

  again: 'Probar de nuevo',

  paused: 'pausada',
  pausedBy: 'pausada por ',
  pausedByBot: 'pausada por SMS Desk',

  pausedBecause: {
    withdrawn: 'en el canal ya no se pueden mostrar cifras de entrega',
    notMember: 'SMS Desk ya no está en el canal',
    notFound: 'SMS Desk ya no ve el canal',
    archived: 'el canal está archivado',
    readOnly: 'ahora solo algunas personas pueden publicar en el canal',
    notAllowed: 'Slack ya no deja que SMS Desk publique allí',
    scopeMissing: 'a SMS Desk le falta un permiso de Slack',
    noAccess: 'Slack ya no acepta la credencial de SMS Desk',
    busy: 'Slack estaba demasiado ocupado',
    timeout: 'Slack no respondió',
    other: (word) => `Slack rechazó la publicación (${word})`,
  },

  badZone: (text) => ({
    sentence: `«${text}» no es una zona horaria que conozca.`,
    nextStep: 'Escribe continente y ciudad, como America/Santiago, o UTC.',
  }),
  form: {
    channel: 'Canal',
    channelHint: 'SMS Desk tiene que estar en él: escribe allí /invite @SMS Desk.',
    noChannel: 'Eso no es un canal. Elige uno público o privado, no un mensaje directo.',
    zone: 'Zona horaria',
    otherZone: 'U otra zona horaria',
    otherZoneHint: 'Continente y ciudad, como America/Punta_Arenas.',
    language: 'Idioma',
    yours: 'la tuya',
    changeSubmit: 'Guardar',
  },

  languages: { en: 'inglés', es: 'español' },

  page: (page, pages) => `Página ${page} de ${pages}`,

  setUpBy: 'lo configuró ',

  blindSpots: (spots) =>
    `Todavía no veo: ${spots.map(({ kind, until }) => `${blindSpots[kind]} (hasta el ${until})`).join(', ')}.`,

  buttons: {
    previous: 'Anteriores',
    next: 'Siguientes',
    change: 'Cambiar',
    pause: 'Pausar',
    resume: 'Reanudar',
    remove: 'Quitar',
  },
  removing: { confirm: 'Quitar', deny: 'Conservar' },
};
