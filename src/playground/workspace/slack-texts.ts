/** What Slack itself says to a person: its client in forms, and Slackbot of commands. */
export type SlackTexts = typeof en;

const en = {
  required: 'Please complete this required field.',
  tooLong: (most: number) => `Please enter no more than ${most} characters.`,
  /** The bot did not answer in time, or not as it should. */
  trouble: 'We had some trouble connecting. Try again?',
  /** The close button of a view that names none. */
  cancel: 'Cancel',
  noCommand: (command: string) =>
    `\`${command}\` is not a valid command. In Slack, all messages that start with the “/” character are interpreted as commands.`,
  notInThreads: (command: string) => `\`${command}\` is not supported in threads. Sorry!`,
  invited: (app: string) => `${app} was added to this channel.`,
  removed: (app: string) => `${app} was removed from this channel.`,
  archived: 'You archived this channel.',
  commandFailed: (command: string, error: string) => `${command} failed with the error "${error}"`,
};

const es: SlackTexts = {
  required: 'Completa este campo obligatorio.',
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
