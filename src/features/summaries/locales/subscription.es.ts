import type { subscription as en } from './subscription.en.ts';

export const subscription: typeof en = {
  notUnderstood: (text) => ({
    sentence: `No entendí «${text}».`,
    nextStep:
      'Un resumen diario lleva un canal, una hora, una zona horaria, un idioma (es o en) y «de» con un remitente, en cualquier orden.',
  }),
  badTime: (text) => ({
    sentence: `«${text}» no es una hora del día.`,
    nextStep: 'Escríbela como 09:00, 9am o 21:30.',
  }),
  badZone: (text) => ({
    sentence: `«${text}» no es una zona horaria que conozca.`,
    nextStep: 'Escríbela como continente y ciudad, o UTC.',
  }),
  channelName: (text) => ({
    sentence: `Slack no me dijo qué canal es «${text}».`,
    nextStep:
      'Escribe # y elige el canal de la lista que ofrece Slack, o usa /sms-report subscribe sin nada más y elígelo en el formulario.',
  }),
  twice: (text) => ({
    sentence: `«${text}» se suma a otro dato de la misma clase.`,
    nextStep:
      'Indica un solo canal, una hora, una zona horaria y un idioma; suscribe cada canal por separado.',
  }),
  noChannel: {
    sentence: '¿Qué canal debe recibir el resumen?',
    nextStep: 'En un mensaje directo, nombra el canal después del comando.',
  },
  whichOne: {
    sentence: '¿Qué suscripción debe terminar?',
    nextStep: 'Escribe su número después del comando; /sms-report subscriptions las muestra todas.',
  },
  notOne: (text) => ({
    sentence: `«${text}» no es ni el número de una suscripción ni un canal.`,
    nextStep:
      'Escribe un solo número o un solo canal después del comando; /sms-report subscriptions las muestra todas.',
  }),
  whichName: (text) => ({
    sentence: `Slack no me dijo qué canal es «${text}».`,
    nextStep:
      'Escribe el número de su suscripción después del comando; /sms-report subscriptions las muestra todas.',
  }),
  listAlone: (text) => ({
    sentence: `No entendí «${text}».`,
    nextStep: '/sms-report subscriptions va solo y las muestra todas.',
  }),
  noSender: {
    sentence: '¿De qué remitente?',
    nextStep: 'Escribe su número corto o su nombre después de «de».',
  },
  telephone: {
    sentence: 'Eso parece el teléfono de alguien, y un canal no debe mostrarlo como remitente.',
    nextStep:
      'Escribe un número corto de hasta seis dígitos, o un nombre que SMS Desk conozca. Si un número más largo es un remitente tuyo, pide a quien administra SMS Desk que le dé un nombre.',
  },
  noSuchNumber: (number) => ({
    sentence: `No existe la suscripción número ${number}.`,
    nextStep: 'Puede que ya se haya quitado. /sms-report subscriptions muestra las que hay.',
  }),
  noneHere: {
    sentence: 'Ese canal no recibe un resumen diario.',
    nextStep: '/sms-report subscriptions muestra los canales que lo reciben.',
  },

  channelNotAllowed: {
    sentence: 'En ese canal no se pueden mostrar cifras de entrega, así que no recibe un resumen diario.',
    nextStep:
      'Elige uno de los canales preparados para SMS Desk, o pide a quien administra Slack que agregue ese.',
  },

  added: 'Suscrito: este canal recibe cada día un resumen del día anterior.',
  there: {
    sentence: 'Este canal ya recibe un resumen diario.',
    nextStep: 'Queda como está. Con los botones puedes cambiarlo, pausarlo o quitarlo.',
  },
  previewComes: 'Una vista previa con las cifras de ayer va en camino a tus mensajes directos.',
  previewFailed: 'La suscripción queda hecha, pero no hay vista previa:',
  previewRefused:
    'La suscripción queda hecha. Slack no me deja escribirte directamente, así que aquí está la vista previa:',

  title: (count) => `Resúmenes diarios: ${count}`,
  none: {
    sentence: 'Todavía ningún canal recibe un resumen diario.',
    nextStep: 'Suscribe uno: con el formulario o con un comando.',
  },
  allSenders: 'todos los remitentes',
  everyDay: (time, zone, language) => `Cada día a las ${time} (${zone}), en ${language}`,
  next: (when, zone) => `Próxima publicación: ${when}${zone === undefined ? '' : ` (${zone})`}`,
  last: (day) => `último resumen: del ${day}`,
  noneYet: 'aún sin resúmenes',
  timesOf: 'Las horas son las de la zona de cada canal.',

  buttons: { add: 'Suscribir un canal', sendNow: 'Enviar ahora', change: 'Cambiar' },
  removing: {
    title: (number) => `¿Quitar la suscripción ${number}?`,
    text: 'El canal no recibirá más resúmenes. Lo publicado se queda, y se corrige hasta que sea definitivo.',
  },

  told: {
    sentence: (why) => `Este resumen diario está en pausa: ${why}.`,
    nextStep: {
      invite:
        'Cuando SMS Desk pueda volver a publicar allí (escribe /invite @SMS Desk en el canal), pulsa el botón. Los días perdidos no se recuperan.',
      archived: 'Cuando el canal se recupere, pulsa el botón. Los días perdidos no se recuperan.',
      withdrawn:
        'Si debe continuar, pide a quien administra SMS Desk que agregue ese canal y después pulsa el botón. Los días perdidos no se recuperan.',
      other:
        'Pregunta a quien administra Slack quién puede publicar allí. Cuando SMS Desk pueda de nuevo, pulsa el botón. Los días perdidos no se recuperan.',
    },
  },

  done: {
    paused: (number) => `La suscripción ${number} está en pausa. No se publica nada hasta que se reanude.`,
    resumed: (number) => `La suscripción ${number} vuelve a estar activa. Los días perdidos no se recuperan.`,
    sending: (number) =>
      `El resumen de la suscripción ${number} va en camino a su canal. Si el de ayer ya está publicado, se actualiza en su lugar.`,
    changed: (number) => `La suscripción ${number} ha cambiado.`,
    removed: (number) => `La suscripción ${number} se ha quitado. Su canal no recibe más resúmenes.`,
    gone: (number) => `La suscripción ${number} ya no existe: alguien la ha quitado.`,
    several: 'Ese canal tiene varias. Quita la que quieras:',
  },

  form: {
    title: 'Resumen diario',
    changeTitle: 'Cambiar resumen',
    submit: 'Suscribir',
    changeSubmit: 'Guardar',
    channel: 'Canal',
    channelHint: 'SMS Desk debe ser miembro: escribe allí /invite @SMS Desk.',
    time: 'Hora',
    zone: 'Zona horaria',
    otherZone: 'U otra zona horaria',
    otherZoneHint: 'Como continente y ciudad, por ejemplo America/Punta_Arenas.',
    language: 'Idioma',
    yours: 'la tuya',
  },

  help: {
    title: 'Un resumen del día anterior, cada día en un canal',
    usage: [
      ['/sms-report subscribe', 'un formulario'],
      [
        '/sms-report subscribe [#canal] [hora] [zona] [es|en] [de <remitente>]',
        'suscribe un canal; recibes una vista previa',
      ],
      ['/sms-report subscriptions', 'todas, para pausar, enviar ahora, cambiar o quitar'],
      ['/sms-report unsubscribe <número o #canal>', 'termina una'],
    ],
    examplesTitle: 'Ejemplos',
    examples: [
      ['/sms-report subscribe 09:00', 'este canal, a las nueve en tu zona horaria, en tu idioma'],
      ['/sms-report subscribe #operaciones 8:30 America/Santiago es', 'otro canal, otra zona y otro idioma'],
      ['/sms-report subscribe 9am de 56001', 'un solo remitente; un canal puede tener uno de cada uno'],
      ['/sms-report unsubscribe 3', 'por el número de la lista'],
      ['/sms-report subscriptions', 'todas las que hay, con sus números'],
    ],
    notes: [
      'Lo que no indiques: este canal, 09:00, tu zona horaria, tu idioma, todos los remitentes.',
      'También se entienden suscribir, suscripciones y cancelar.',
      'El resumen es del día que terminó a medianoche en esa zona horaria. Se corrige en su lugar, sin publicar de nuevo, a medida que llegan acuses: después de uno, dos y tres días.',
      'SMS Desk debe ser miembro del canal: escribe allí /invite @SMS Desk. Si se le cierra, el resumen queda en pausa y se avisa a quien lo pidió.',
    ],
  },
};
