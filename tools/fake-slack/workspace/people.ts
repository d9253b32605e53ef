import { tzOffset } from '@date-fns/tz';

/** A member of the workspace, or of another organisation in a shared channel. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** As Slack writes it: `en-US`, `es-CL`. */
  readonly locale: string;
  /** IANA name. */
  readonly zone: string;
  /** The person's team; the workspace's by default. */
  readonly teamId?: string;
  /** Whether that team is of the same organisation. */
  readonly isOfOrganization?: boolean;
  /** A multi-channel guest. */
  readonly isRestricted?: boolean;
  /** A single-channel guest; Slack marks it as restricted, too. */
  readonly isUltraRestricted?: boolean;
  readonly isDeactivated?: boolean;
  readonly isBot?: boolean;
  /** Not visible to the bot beyond a shared channel (Slack Connect). */
  readonly isStranger?: boolean;
  readonly userGroups?: readonly string[];
}

/** A user group. Its members are listed with each person. */
export interface UserGroup {
  readonly id: string;
  /** Without `@`. */
  readonly handle: string;
  readonly isDisabled?: boolean;
}

export interface LocalChannel {
  readonly id: string;
  /** Without `#`. */
  readonly name: string;
  readonly isDm?: boolean;
  /** The person of a direct message, by id; the person with the channel's name by default. */
  readonly person?: string;
  /** False if the bot was not invited. Default: true. */
  readonly hasBot?: boolean;
  readonly isArchived?: boolean;
  readonly isPrivate?: boolean;
  /** Only some people may post; visible in the channel's data. */
  readonly isReadOnly?: boolean;
  /** Only some people may post, by a workspace rule that shows only when a post is refused. */
  readonly isRestricted?: boolean;
  /** Shared with another organisation (Slack Connect). */
  readonly isExternallyShared?: boolean;
}

/** An organisation with several workspaces (Enterprise Grid). */
export interface Organization {
  readonly id: string;
  readonly name: string;
}

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly organization?: Organization;
  /** The app is installed for all workspaces of the organisation. */
  readonly isOrganizationInstall?: boolean;
}

/** The bot as a member of the workspace. */
export const BOT = { userId: 'U0BOT', botId: 'B0BOT', appId: 'A0BOT', name: 'bot' } as const;

/** The `user` object of `users.info`. Slack omits the locale unless requested. */
export function userObject(person: Person, options: { team: Team; now: Date; withLocale: boolean }) {
  return {
    id: person.id,
    team_id: person.teamId ?? options.team.id,
    name: person.name,
    real_name: person.name,
    deleted: person.isDeactivated ?? false,
    tz: person.zone,
    tz_label: person.zone,
    tz_offset: tzOffset(person.zone, options.now) * 60,
    profile: { real_name: person.name, display_name: person.name },
    is_admin: false,
    is_bot: person.isBot ?? false,
    is_app_user: false,
    is_restricted: person.isRestricted ?? person.isUltraRestricted ?? false,
    is_ultra_restricted: person.isUltraRestricted ?? false,
    ...(person.isStranger ? { is_stranger: true } : {}),
    ...enterpriseUser(person, options.team),
    ...(options.withLocale ? { locale: person.locale } : {}),
  };
}

/** Slack's extra fields for people of an organisation. */
function enterpriseUser({ id, teamId, isOfOrganization = false }: Person, { id: team, organization }: Team) {
  const isOfTeam = teamId === undefined || teamId === team;
  if (organization === undefined || !(isOfTeam || isOfOrganization)) return {};
  const { id: enterprise_id, name: enterprise_name } = organization;
  return {
    enterprise_user: { id, enterprise_id, enterprise_name, teams: [...new Set([team, teamId ?? team])] },
  };
}

export function personNamed(people: readonly Person[], id: string): Person {
  const person = people.find((one) => one.id === id);
  if (person === undefined) throw new Error(`No person ${id} in this workspace`);
  return person;
}

export type SlackTexts = typeof en;

const en = {
  required: 'Please complete this required field.',
  tooLong: (most: number) => `Please enter no more than ${most} characters.`,
  /** The bot did not answer in time, or answered incorrectly. */
  connectionProblem: 'We had some trouble connecting. Try again?',
  /** Default label of the close button. */
  cancel: 'Cancel',
  /** Shown next to the label of an optional field. */
  optional: 'optional',
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
  connectionProblem: 'Tuvimos problemas para conectarnos. ¿Quieres intentarlo de nuevo?',
  cancel: 'Cancelar',
  optional: 'opcional',
  noCommand: (command) =>
    `\`${command}\` no es un comando válido. En Slack, todos los mensajes que empiezan con el carácter “/” se interpretan como comandos.`,
  notInThreads: (command) => `\`${command}\` no se puede usar en hilos. ¡Lo sentimos!`,
  invited: (app) => `${app} se agregó a este canal.`,
  removed: (app) => `${app} se quitó de este canal.`,
  archived: 'Archivaste este canal.',
  commandFailed: (command, error) => `${command} falló con el error "${error}"`,
};

/** Slack's texts for a locale such as `es-CL`; English unless Spanish. */
export function slackTextsFor(locale: string): SlackTexts {
  return locale.startsWith('es') ? es : en;
}
