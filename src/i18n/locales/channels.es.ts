import type { channels as en } from './channels.en.ts';

const again = 'Después pulsa el botón de abajo.';

export const channels: typeof en = {
  closed: {
    notMember: {
      sentence: 'SMS Desk no es miembro de ese canal, así que no puede publicar allí.',
      nextStep: `Ve al canal y escribe /invite @SMS Desk. ${again}`,
    },
    notFound: {
      sentence: 'SMS Desk no ve ese canal: es privado o ya no existe.',
      nextStep: `Si es privado, ve al canal y escribe /invite @SMS Desk. ${again}`,
    },
    archived: {
      sentence: 'Ese canal está archivado.',
      nextStep: 'Elige otro canal, o pide que se recupere este.',
    },
    notAllowed: {
      sentence: 'Slack no deja que SMS Desk publique en ese canal.',
      nextStep:
        'Pregunta a quien administra Slack quién puede publicar allí y qué puede hacer la aplicación.',
    },
    noAccess: {
      sentence: 'Slack no acepta la credencial de la aplicación, o la ha desactivado.',
      nextStep: 'Pide a quien administra SMS Desk que revise su instalación.',
    },
    busy: { sentence: 'Slack pide una pausa.', nextStep: 'Pulsa el botón de abajo en un minuto.' },
    timeout: {
      sentence: 'Slack no dijo si SMS Desk puede publicar en ese canal.',
      nextStep: 'Pulsa el botón de abajo en un minuto.',
    },
    other: (word) => ({
      sentence: `Slack no deja publicar nada en ese canal (${word}).`,
      nextStep: 'Elige otro canal. Si necesitas este, avisa a quien administra SMS Desk.',
    }),
  },

  again: 'Probar de nuevo',

  paused: (why) => `En pausa: ${why}`,

  pausedBecause: {
    asked: 'a petición de alguien',
    withdrawn: 'en el canal ya no se pueden mostrar cifras de entrega',
    notMember: 'SMS Desk ya no es miembro del canal',
    notFound: 'el canal ya no existe, o SMS Desk ya no lo ve',
    archived: 'el canal está archivado',
    notAllowed: 'SMS Desk ya no puede publicar en el canal',
    noAccess: 'Slack no aceptó la credencial de la aplicación',
    busy: 'Slack no aceptó más publicaciones',
    timeout: 'Slack no respondió',
    other: (word) => `Slack rechazó la publicación (${word})`,
  },

  languages: { en: 'inglés', es: 'español' },

  page: (page, pages) => `Página ${page} de ${pages}`,

  setUpBy: 'a pedido de ',

  buttons: {
    previous: 'Anteriores',
    next: 'Siguientes',
    pause: 'Pausar',
    resume: 'Reanudar',
    remove: 'Quitar',
  },
  removing: { confirm: 'Quitar', deny: 'Conservar' },
};
