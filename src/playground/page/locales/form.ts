/** What the page says in a modal. */
export interface FormWords {
  readonly optional: string;
  readonly sending: string;
  readonly close: string;
  readonly choose: string;
  readonly none: string;
  readonly left: (count: number) => string;
  readonly unanswered: string;
  readonly unreachable: string;
  readonly impossible: (detail: string) => string;
}

export const formEn: FormWords = {
  optional: 'optional',
  sending: 'Sending…',
  close: 'Close',
  choose: 'Choose an option',
  none: 'None',
  left: (count) => (count === 1 ? '1 character left' : `${count} characters left`),
  unanswered: 'SMS Desk did not answer in time. What you entered is still here.',
  unreachable: 'Not sent: the playground cannot be reached. What you entered is still here.',
  impossible: (detail) => `Not sent: ${detail}`,
};

export const formEs: FormWords = {
  optional: 'opcional',
  sending: 'Enviando…',
  close: 'Cerrar',
  choose: 'Elige una opción',
  none: 'Ninguno',
  left: (count) => (count === 1 ? 'Queda 1 carácter' : `Quedan ${count} caracteres`),
  unanswered: 'SMS Desk no respondió a tiempo. Lo que ingresaste sigue aquí.',
  unreachable: 'No se envió: no hay conexión con el playground. Lo que ingresaste sigue aquí.',
  impossible: (detail) => `No se envió: ${detail}`,
};
