import { spanish } from '../../../i18n/plural.ts';
import type { escalation as en } from './escalation.en.ts';

const { counted, many } = spanish;

/** De quién es la demora, dicho a quien la recibe. */
const WHOSE: Readonly<Record<'now' | 'over', Readonly<Record<keyof (typeof en)['isFor'], string>>>> = {
  now: {
    platform: 'Los mensajes esperan en la plataforma de mensajería antes de traspasarse al operador.',
    link: 'El operador no recibe los mensajes de la plataforma de mensajería, mientras que otros operadores sí reciben los suyos.',
    operator:
      'La plataforma de mensajería ya traspasó los mensajes; esperan después, en el operador o en los teléfonos.',
    shared:
      'Los mensajes de varios operadores esperan a la vez después de traspasarse, lo que apunta a una sola causa, en la plataforma de mensajería o entre ella y los operadores.',
    unknown: 'Desde aquí no se puede saber de qué lado está la causa.',
  },
  over: {
    platform: 'Los mensajes esperaban en la plataforma de mensajería antes de traspasarse al operador.',
    link: 'El operador no recibía los mensajes de la plataforma de mensajería, mientras que otros operadores sí recibían los suyos.',
    operator:
      'La plataforma de mensajería ya había traspasado los mensajes; esperaban después, en el operador o en los teléfonos.',
    shared:
      'Los mensajes de varios operadores esperaban a la vez después de traspasarse, lo que apunta a una sola causa, en la plataforma de mensajería o entre ella y los operadores.',
    unknown: 'Desde aquí no se puede saber de qué lado estaba la causa.',
  },
};

export const escalation: typeof en = {
  reading: 'Leyendo ejemplos de la plataforma. El informe de escalamiento llega a tus mensajes directos.',
  title: 'Informe de escalamiento',
  isFor: {
    platform: () => 'Para el soporte de la plataforma de mensajería: la demora es suya.',
    link: (operators) =>
      `Para el soporte de la plataforma de mensajería: la demora está entre la plataforma y ${operators}.`,
    operator: (operators) =>
      `Para ${operators}, a través del soporte de la plataforma de mensajería: la demora viene después del traspaso.`,
    shared: () =>
      'Para el soporte de la plataforma de mensajería: lo que varios operadores tienen a la vez es más probablemente cosa suya.',
    unknown: () => 'Para el soporte de la plataforma de mensajería, que puede revisar ambos lados.',
  },
  introduction:
    'Copia el texto en su idioma. El informe no lleva ningún número de teléfono completo ni el texto de ningún mensaje.',
  statementTitle: 'Español',
  examples: (shown, of, time) =>
    `El archivo trae ${shown === of ? many(of, 'ejemplo', 'ejemplos') : `${shown} de ${many(of, 'ejemplo', 'ejemplos')}`} (${time}). La plataforma no da identificador a los mensajes: una fila se reconoce por su número enmascarado con sus horas exactas, que van en UTC.`,
  noExamples: 'No hay ejemplos en el tiempo revisado, así que no hay archivo.',
  examplesFailed:
    'No se pudieron leer ejemplos de la plataforma, así que no hay archivo. Prueba de nuevo en unos minutos.',
  noPlatformPack: {
    sentence: 'De un incidente de la plataforma no hay informe de escalamiento: nada de ella se puede leer.',
    nextStep: 'Avisa a quienes la operan desde cuándo no se alcanza; Detalles tiene las horas.',
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
      WHOSE[to === undefined ? 'now' : 'over'][owner ?? 'unknown'],
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
            `Mensajes del caso, de los entregados a la plataforma de mensajería (${examples.time}), tal como estaban al ${examples.readAt}:`,
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
      ...(waiting > 0 ? [`${counted(waiting)} sin acuse por más de 2 minutos`] : []),
      ...(late > 0 ? [`${many(late, 'entregado', 'entregados')} después de más de 2 minutos`] : []),
      ...(failed > 0 ? [many(failed, 'fallido', 'fallidos')] : []),
    ];
    return `- ${operator}: ${many(of, 'mensaje', 'mensajes')} (${kinds.join(', ')})`;
  },
};
