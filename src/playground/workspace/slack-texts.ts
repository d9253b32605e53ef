/** What Slack itself says to a person: its client in forms, and Slackbot of commands. */
export interface SlackTexts {
  readonly required: string;
  readonly tooShort: (least: number) => string;
  readonly tooLong: (most: number) => string;
  /** The bot did not answer in time, or not as it should. */
  readonly trouble: string;
  /** The close button of a view that names none. */
  readonly cancel: string;
  readonly noCommand: (command: string) => string;
  readonly notInThreads: (command: string) => string;
  readonly invited: (app: string) => string;
  readonly removed: (app: string) => string;
  readonly archived: string;
  readonly commandFailed: (command: string, error: string) => string;
}

const en: SlackTexts = {
  required: 'Please complete this required field.',
  tooShort: (least) => `Please enter at least ${least} characters.`,
  tooLong: (most) => `Please enter no more than ${most} characters.`,
  trouble: 'We had some trouble connecting. Try again?',
  cancel: 'Cancel',
  noCommand: (command) =>
    `\`${command}\` is not a valid command. In Slack, all messages that start with the “/” character are interpreted as commands.`,
  notInThreads: (command) => `\`${command}\` is not supported in threads. Sorry!`,
  invited: (app) => `${app} was added to this channel.`,
  removed: (app) => `${app} was removed from this channel.`,
  archived: 'You archived this channel.',
  commandFailed: (command, error) => `${command} failed with the error "${error}"`,
};

const es: SlackTexts = {
  required: 'Completa este campo obligatorio.',
  tooShort: (least) => `Ingresa al menos ${least} caracteres.`,
  tooLong: (most) => `Ingresa como máximo ${most} caracteres.`,
  trouble: 'Tuvimos problemas para conectarnos. ¿Quieres intentarlo de nuevo?',
  cancel: 'Cancelar',
  noCommand: (command) =>
    `\`${command}\` no es un comando válido. En Slack, todos los mensajes que empiezan con el carácter “/” se interpretan como comandos.`,
  notInThreads: (command) => `\`${command}\` no se puede usar en hilos. ¡Lo sentimos!`,
  invited: (app) => `${app} se agregó a este canal.`,
  removed: (app) => `${app} se quitó de este canal.`,
  archived: 'Archivaste este canal.',
  commandFailed: (command, error) => `${command} falló con el error "${error}"`,
};

/** Slack's texts for a locale such as `es-CL`; English for any but Spanish ones. */
export function slackTextsFor(locale: string): SlackTexts {
  return locale.startsWith('es') ? es : en;
}
