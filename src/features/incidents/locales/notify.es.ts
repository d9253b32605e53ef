import type { notify as en } from './notify.en.ts';

export const notify: typeof en = {
  refused: {
    sentence: 'Puedes hacer que se te mencione a ti o a un grupo tuyo; a nadie más.',
    nextStep: 'Elige uno de esos, o pide a quien administra SMS Desk que te deje mencionar a cualquiera.',
  },
  noAccess: {
    sentence: 'Esa persona no puede usar SMS Desk, así que no se le puede mencionar.',
    nextStep: 'Elige a alguien que sí pueda, o un grupo.',
  },
  instead: {
    me: 'Mencionarme a mí',
    group: (handle) => `Mencionar a @${handle}`,
    nobody: 'No mencionar a nadie',
  },
  unverified: {
    sentence: 'Slack no me dijo a quién se puede mencionar.',
    nextStep: 'Prueba de nuevo en un minuto.',
  },
  notFound: (text) => ({
    sentence: `No encuentro «${text}».`,
    nextStep: 'Escribe @ y elige a la persona o el grupo de la lista.',
  }),
  none: 'No se menciona a nadie, así que no sonará ningún teléfono.',
  once: 'Se menciona una vez, cuando empieza un incidente: ',
  twice: 'Se menciona cuando empieza un incidente y otra vez cuando termina: ',
  tellsEnd: 'También se avisa al canal cuando termina.',
  choose: 'Mencionar…',
  choices: { nobody: 'A nadie', me: 'A mí', here: '@here', asNow: 'Como está ahora' },
  end: { channel: 'Avisar al canal cuando termine', thread: 'Avisar el fin solo en el hilo' },
  form: {
    mention: '¿A quién se menciona cuando empieza un incidente?',
    end: '¿Dónde se avisa el fin?',
    ends: { thread: 'En el hilo', channel: 'También en el canal, con otra mención' },
  },
};
