import { spanish } from '../../../i18n/plural.ts';
import type { pack as en } from './escalation.en.ts';

const { counted, many } = spanish;

const CAUSES: Readonly<Record<'now' | 'over', Readonly<Record<keyof (typeof en)['isFor'], string>>>> = {
  now: {
    platform: 'Los mensajes esperan en la plataforma de SMS antes de traspasarse al operador.',
    link: 'El operador no recibe los mensajes de la plataforma de SMS, mientras que otros operadores sí reciben los suyos.',
    operator:
      'La plataforma de SMS ya traspasó los mensajes; esperan después, en el operador o en los teléfonos.',
    shared:
      'Los mensajes de varios operadores esperan a la vez después de traspasarse, lo que apunta a una sola causa, en la plataforma de SMS o entre ella y los operadores.',
    unknown: 'Desde aquí no se puede saber de qué lado está la causa.',
  },
  over: {
    platform: 'Los mensajes esperaban en la plataforma de SMS antes de traspasarse al operador.',
    link: 'El operador no recibía los mensajes de la plataforma de SMS, mientras que otros operadores sí recibían los suyos.',
    operator:
      'La plataforma de SMS ya había traspasado los mensajes; esperaban después, en el operador o en los teléfonos.',
    shared:
      'Los mensajes de varios operadores esperaban a la vez después de traspasarse, lo que apunta a una sola causa, en la plataforma de SMS o entre ella y los operadores.',
    unknown: 'Desde aquí no se puede saber de qué lado estaba la causa.',
  },
};

export const pack: typeof en = {
  reading: 'Reuniendo ejemplos para el informe de escalamiento.',
  sent: 'El informe de escalamiento está en tus mensajes directos con SMS Desk.',
  whole: 'Números completos',
  wholeSent:
    'El archivo con los números completos está en tus mensajes directos con SMS Desk. Queda registrado con tu motivo.',
  title: 'Informe de escalamiento',
  isFor: {
    platform: () => 'Para el soporte de la plataforma de SMS: la demora es suya.',
    link: (operators) =>
      `Para el soporte de la plataforma de SMS: la demora está entre la plataforma y ${operators}.`,
    operator: (operators) =>
      `Para ${operators}, a través del soporte de la plataforma de SMS: la demora viene después del traspaso.`,
    shared: () =>
      'Para el soporte de la plataforma de SMS: lo que afecta a varios operadores a la vez suele venir de ella.',
    unknown: () => 'Para el soporte de la plataforma de SMS, que puede revisar ambos lados.',
  },
  introduction: 'Copia el texto en su idioma. No lleva ningún número completo ni el texto de ningún mensaje.',
  statementTitle: 'Español',
  examples: (shown, of, time) =>
    `El archivo trae ${shown === of ? many(of, 'ejemplo', 'ejemplos') : `${shown} de ${many(of, 'ejemplo', 'ejemplos')}`} (${time}). Cada mensaje se busca por su número enmascarado y sus horas exactas (UTC).`,
  noExamples: 'No hay ejemplos en ese tiempo, así que no hay archivo.',
  examplesFailed:
    'La plataforma no entregó ejemplos, así que no hay archivo. Prueba de nuevo en unos minutos.',
  noPlatformPack: {
    sentence: 'De la plataforma misma no hay informe de escalamiento: no se puede leer nada de ella.',
    nextStep: 'Avisa a quienes la operan cuándo dejó de responder; las horas están en Detalles.',
  },
  statement: ({
    subject,
    from,
    isFirstSeen,
    to,
    lasted,
    owner,
    affected,
    worstAt,
    isOfAll,
    findings,
    examples,
  }) =>
    [
      `${to === undefined ? `Desde el ${from}${isFirstSeen ? ' o antes' : ''}, hace ${lasted}, vemos` : `Del ${from}${isFirstSeen ? ' o antes' : ''} al ${to}, durante ${lasted}, vimos`} problemas con los SMS: ${subject}.`,
      CAUSES[to === undefined ? 'now' : 'over'][owner ?? 'unknown'],
      ...(worstAt === undefined
        ? []
        : [
            `En el peor momento, ${worstAt}${isOfAll ? ', contando los mensajes de todos los operadores' : ''}:`,
          ]),
      ...findings,
      ...(affected === undefined ? [] : [affected]),
      ...(examples === undefined
        ? []
        : [
            `Mensajes del caso, de los entregados a la plataforma de SMS (${examples.time}), tal como estaban al ${examples.readAt}:`,
            ...examples.sections,
            `El archivo adjunto trae ${examples.shown} de ellos. Una fila se reconoce por su número enmascarado con sus horas exactas, en UTC.`,
          ]),
      to === undefined
        ? 'Por favor, indíquennos la causa y para cuándo se espera la solución.'
        : 'Por favor, indíquennos la causa y si está resuelta.',
    ].join('\n'),
  section(operator, of, { failed, late, waiting, slow, notHandedOver }) {
    const kinds = [
      ...(notHandedOver > 0 ? [`${counted(notHandedOver)} sin traspaso alguno al operador`] : []),
      ...(slow > 0 ? [`${many(slow, 'traspasado', 'traspasados')} al operador después de más de 30 s`] : []),
      ...(waiting > 0 ? [`${counted(waiting)} sin confirmación por más de 2 minutos`] : []),
      ...(late > 0 ? [`${many(late, 'entregado', 'entregados')} después de más de 2 minutos`] : []),
      ...(failed > 0 ? [many(failed, 'fallido', 'fallidos')] : []),
    ];
    return `- ${operator}: ${many(of, 'mensaje', 'mensajes')} (${kinds.join(', ')})`;
  },
};
