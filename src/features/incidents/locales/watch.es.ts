import type { watch as en } from './watch.en.ts';

export const watch: typeof en = {
  notUnderstood: (text) => ({
    sentence: `No entendí «${text}».`,
    nextStep: 'La vigilancia lleva un canal y una sensibilidad (baja, normal o alta), en cualquier orden.',
  }),
  channelName: (text) => ({
    sentence: `Slack no me dijo qué canal es «${text}».`,
    nextStep: 'Escribe # y elige el canal de la lista que ofrece Slack.',
  }),
  twice: (text) => ({
    sentence: `«${text}» está de más.`,
    nextStep: 'Indica un solo canal y una sensibilidad.',
  }),
  noChannel: {
    sentence: '¿Qué canal debe recibir los avisos de incidentes?',
    nextStep: 'En un mensaje directo, nombra el canal después del comando.',
  },
  whichOne: {
    sentence: '¿Qué vigilancia debe terminar?',
    nextStep: 'Escribe su número o su canal después del comando; /sms-check vigilancias las muestra todas.',
  },
  noSuchNumber: (number) => ({
    sentence: `No existe la vigilancia número ${number}.`,
    nextStep: 'Puede que ya se haya quitado. /sms-check vigilancias muestra las que hay.',
  }),
  noneHere: {
    sentence: 'Ese canal no recibe avisos de incidentes.',
    nextStep: '/sms-check vigilancias muestra los canales que los reciben.',
  },
  channelNotAllowed: {
    sentence: 'En ese canal no se pueden mostrar cifras de entrega, así que no recibe avisos de incidentes.',
    nextStep:
      'Elige uno de los canales preparados para SMS Desk, o pide a quien administra Slack que agregue ese.',
  },
  sensitivities: { low: 'baja', normal: 'normal', high: 'alta' },
  added: 'Vigilando: el canal de abajo recibe un aviso cuando la entrega de SMS no es la habitual.',
  there: 'El canal de abajo ya recibe avisos de incidentes.',
  nowSensitivity: (now, before) => `Su sensibilidad ahora es ${now}; era ${before}.`,
  goesOn: 'Estaba en pausa, y continúa.',
  whatHappens:
    'Un incidente es un mensaje, que se actualiza en su lugar; su historia está en su hilo. No se menciona a nadie.',
  title: (count) => `Canales con avisos de incidentes: ${count}`,
  none: {
    byButton: {
      sentence: 'Todavía ningún canal recibe avisos de incidentes.',
      nextStep: 'Elige uno: con el botón o con un comando.',
    },
    byCommand: {
      sentence: 'Todavía ningún canal recibe avisos de incidentes.',
      nextStep: 'Elige uno con un comando que lo nombre.',
    },
  },
  row: (sensitivity, language, zone) => `Sensibilidad ${sensitivity}, en ${language}, horas de ${zone}`,
  lastCheck: (when, pause, reading) =>
    `Última revisión: ${when}; la próxima, ${pause} después. Leer la plataforma tomó ${reading}.`,
  lastFailed: (when, pause, reading) =>
    `Última revisión: ${when}; la próxima, ${pause} después. Leer la plataforma falló${reading === undefined ? '' : ` después de ${reading}`}.`,
  isSlow: (pause) =>
    `Leer tarda tanto que la vigésima parte del tiempo no alcanza para revisar cada 5 minutos: se revisa cada ${pause}, y los incidentes se notan ese tanto más tarde.`,
  noneActive: (lastCheck) =>
    `No se revisa nada mientras ninguna vigilancia esté activa.${lastCheck === undefined ? '' : ` Última revisión: ${lastCheck}.`}`,
  noCheckYet: 'Aún no hay ninguna revisión; la primera llega en menos de un minuto.',
  failing: (since) => `No se pudo revisar desde ${since}: por ahora la plataforma no se deja leer.`,
  active: 'Activa',
  buttons: { add: 'Vigilar en este canal' },
  removing: {
    title: (number) => `¿Quitar la vigilancia ${number}?`,
    text: 'El canal no recibirá más avisos de incidentes. Lo publicado se queda, y se sigue actualizando.',
  },
  told: {
    sentence: (why) => `Esta vigilancia está en pausa: ${why}.`,
    nextStep: {
      open: 'Cuando SMS Desk pueda volver a publicar allí (escribe /invite @SMS Desk en el canal), pulsa el botón.',
      withdrawn:
        'Si debe continuar, pide a quien administra SMS Desk que agregue ese canal y después pulsa el botón.',
    },
  },
  done: {
    paused: (number) =>
      `La vigilancia ${number} está en pausa. Su canal no recibe avisos hasta que se reanude.`,
    resumed: (number) => `La vigilancia ${number} vuelve a estar activa.`,
    removed: (number) => `La vigilancia ${number} se ha quitado. Su canal no recibe más avisos.`,
    gone: (number) => `La vigilancia ${number} ya no existe: alguien la ha quitado.`,
  },
  help: {
    title: 'Un canal que recibe un aviso cuando la entrega de SMS no es la habitual',
    usage: [
      ['/sms-check vigilar [#canal] [baja|normal|alta]', 'un canal recibe avisos de incidentes'],
      ['/sms-check vigilancias', 'todas, para pausar, reanudar o quitar'],
      ['/sms-check dejar <número o #canal>', 'termina una'],
    ],
    examplesTitle: 'Ejemplos',
    examples: [
      ['/sms-check vigilar', 'este canal, con sensibilidad normal'],
      ['/sms-check vigilar #guardia alta', 'otro canal, también con problemas menores'],
      ['/sms-check dejar 2', 'por el número de la lista'],
    ],
    notes: [
      'También se entienden watch, watches y unwatch.',
      'SMS Desk lee la plataforma cada cinco minutos, y nunca la ocupa más de la vigésima parte del tiempo. Un incidente empieza con la segunda revisión mala seguida y termina con la tercera buena.',
      'Los mensajes van en el idioma y la zona horaria de quien pide la vigilancia.',
      'SMS Desk debe ser miembro del canal: escribe allí /invite @SMS Desk.',
    ],
  },
};
