import { MOST_FALSE_ALARMS, type Sensitivity } from '../../../domain/detection/findings.ts';
import { findings } from '../../../i18n/locales/findings.es.ts';
import type { watch as en, notify as notifyEn } from './watch.en.ts';

const notify: typeof notifyEn = {
  refused: {
    sentence: 'Puedes elegirte a ti o a un grupo tuyo, pero a nadie más.',
    nextStep: 'Elige uno de esos, o pide a quien administra SMS Desk que te deje elegir a cualquiera.',
  },
  noAccess: {
    sentence: 'Esa persona no puede usar SMS Desk, así que no se le puede mencionar.',
    nextStep: 'Elige a alguien que sí pueda, o un grupo.',
  },
  instead: {
    me: 'Mencionarme a mí',
    group: (handle) => `Mencionar a @${handle}`,
    noOne: 'No mencionar a nadie',
  },
  unverified: {
    sentence: 'Slack no confirmó a quién se puede mencionar.',
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
  choices: { noOne: 'A nadie', me: 'A mí', here: '@here', current: 'Como está ahora' },
  end: { channel: 'Avisar al canal cuando termine', thread: 'Avisar el fin solo en el hilo' },
  form: {
    mention: '¿A quién se menciona cuando empieza un incidente?',
    end: '¿Dónde aviso cuando termine?',
    ends: { thread: 'En el hilo', channel: 'También en el canal, con otra mención' },
  },
};

const costOf = (sensitivity: Sensitivity) => findings.evidence.atMost(MOST_FALSE_ALARMS[sensitivity]);

export const watch: typeof en = {
  notUnderstood: (text) => ({
    sentence: `No entendí «${text}».`,
    nextStep:
      'Puedes dar un canal, una sensibilidad (baja, normal o alta), una zona horaria, un idioma (es o en) y a quién avisar (@grupo, @persona, @here), en cualquier orden.',
  }),
  channelName: (text) => ({
    sentence: `No encuentro «${text}».`,
    nextStep: 'Escribe # y elige el canal de la lista.',
  }),
  twice: (text) => ({
    sentence: `«${text}» está de más.`,
    nextStep: 'Da un canal, una sensibilidad, una zona horaria, un idioma y a quién avisar.',
  }),
  noChannel: {
    sentence: '¿Qué canal debe recibir los avisos?',
    nextStep: 'Nómbralo después del comando.',
  },
  whichOne: {
    sentence: '¿Qué vigilancia debe terminar?',
    nextStep: 'Indica su número o su canal; /sms-check vigilancias las muestra todas.',
  },
  noSuchNumber: (number) => ({
    sentence: `No existe la vigilancia número ${number}.`,
    nextStep: 'Puede que ya la hayan quitado. /sms-check vigilancias las muestra todas.',
  }),
  noneHere: {
    sentence: 'Ese canal no recibe avisos.',
    nextStep: '/sms-check vigilancias muestra los que sí.',
  },
  added: 'Listo. El canal de abajo recibe un aviso cuando los SMS no funcionan con normalidad.',
  there: 'El canal de abajo ya recibe avisos.',
  nowSensitivity: (now, before) => `La sensibilidad ahora es ${now}; era ${before}.`,
  nowReads: (language, zone) => `Ahora va en ${language}, con horas de ${zone}.`,
  goesOn: 'Estaba en pausa; vuelve a estar activa.',
  expect: (alarms) => `Calcula ${alarms}.`,
  whatHappens: 'Cada incidente es un solo mensaje que se va actualizando; el historial queda en el hilo.',
  title: (count) => `Canales con avisos de incidentes: ${count}`,
  none: {
    sentence: 'Todavía ningún canal recibe avisos de incidentes.',
    nextStep: 'Pulsa el botón o escribe un comando.',
  },
  row: (sensitivity, language, zone) => `Sensibilidad ${sensitivity}, en ${language}, horas de ${zone}`,
  perhapsMissing: (when) => `puede faltar el mensaje de un incidente (${when}): Slack no dijo si lo recibió`,
  lastCheck: (when, pause, reading) =>
    `Última revisión ${when}; la próxima, ${pause} después. La lectura tardó ${reading}.`,
  lastFailed: (when, pause, reading) =>
    `Última revisión ${when}; la próxima, ${pause} después. La lectura falló${reading === undefined ? '' : ` después de ${reading}`}.`,
  isSlow: (pause) =>
    `La lectura es lenta: se revisa cada ${pause} y no cada 5 min, y los incidentes se notan más tarde en la misma medida.`,
  noneActive: (lastCheck) =>
    `Ninguna vigilancia está activa, así que no se revisa nada.${lastCheck === undefined ? '' : ` Última revisión ${lastCheck}.`}`,
  noCheckYet: 'Aún sin revisiones; la primera llega en menos de un minuto.',
  failing: (since) => `Sin revisiones desde ${since}: por ahora no puedo obtener cifras de la plataforma.`,
  active: 'Activa',
  buttons: { add: 'Vigilar en este canal', elsewhere: 'Vigilar un canal…' },
  form: {
    title: 'Avisos de incidentes',
    changeTitle: 'Cambiar vigilancia',
    submit: 'Vigilar',
    sensitivity: 'Sensibilidad',
  },
  removing: {
    title: (number) => `¿Quitar la vigilancia ${number}?`,
    text: 'El canal no recibirá nuevos avisos. Los mensajes que ya están se siguen actualizando.',
  },
  pausedNotice: 'SMS Desk pausó esta vigilancia',
  missing: {
    sentence: (when) => `Puede faltar el aviso del ${when}: Slack no lo confirmó.`,
    nextStep: 'Mira en el canal. Si no está, /sms-check muestra cómo están las cosas.',
  },
  done: {
    paused: {
      before: (number) => `Vigilancia ${number}: `,
      after: '. Sin avisos hasta que alguien la reanude.',
    },
    resumed: (number) => `La vigilancia ${number} vuelve a estar activa.`,
    changed: (number) => `Vigilancia ${number}: cambios guardados.`,
    removed: (number) => `Quitaste la vigilancia ${number}: no habrá más avisos.`,
    gone: (number) => `La vigilancia ${number} ya no existe: alguien la quitó.`,
  },
  notify,
  help: {
    title: 'Avisos de incidentes para un canal',
    usage: [
      [
        '/sms-check vigilar [#canal] [baja|normal|alta] [zona] [es|en] [avisar a @grupo|@persona|@here|nadie] [al recuperarse]',
        'un canal recibe un aviso por cada incidente',
      ],
      ['/sms-check vigilancias', 'todas: cambiar, pausar, reanudar, quitar'],
      ['/sms-check dejar <número o #canal>', 'termina una'],
    ],
    examplesTitle: 'Ejemplos',
    examples: [
      ['/sms-check vigilar', 'este canal, con sensibilidad normal'],
      ['/sms-check vigilar #guardia alta', 'otro canal, también con problemas menores'],
      ['/sms-check vigilar #on-call Europe/Madrid en', 'otra zona horaria y otro idioma'],
      [
        '/sms-check vigilar #guardia avisar a @guardia al recuperarse',
        'hace sonar un teléfono, y avisa en el canal cuando termina',
      ],
      ['/sms-check dejar 2', 'por el número de la lista'],
    ],
    notes: [
      'También se entienden watch, watches y unwatch.',
      'SMS Desk revisa cada cinco minutos, pero nunca ocupa la plataforma más del 5% del tiempo. Un incidente empieza con la segunda revisión mala seguida, o cuando falla más de lo que explica la casualidad, y se cierra con la segunda buena, o alguna más si va y viene.',
      'Lo que no digas: este canal, normal, y la zona horaria y el idioma del resumen diario del canal o, si no hay, los configurados en SMS Desk.',
      'No se menciona a nadie si no lo pides. Puedes elegirte a ti o a un grupo tuyo; solo quienes están en ciertos grupos pueden elegir a otros.',
      `Falsas alarmas, por operador: baja, ${costOf('low')}; normal, ${costOf('normal')}; alta, ${costOf('high')}. /sms-check ensayar prueba las tres con días pasados.`,
      'SMS Desk debe ser miembro del canal: escribe allí /invite @SMS Desk.',
    ],
  },
};
