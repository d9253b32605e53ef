import { tzOffset } from '@date-fns/tz';

/** A member of the workspace, or of another organisation in a shared channel. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** Locale as Slack writes it: `en-US`, `es-CL`. */
  readonly locale: string;
  /** IANA time zone, such as `America/Santiago`. */
  readonly zone: string;
  /** Id of the person's own workspace (Slack: team). Default: this workspace. */
  readonly teamId?: string;
  /** True if `teamId` is a workspace of the same Enterprise Grid organisation. */
  readonly isOfOrganization?: boolean;
  readonly isRestricted?: boolean;
  /** A single-channel guest. Slack also sets `is_restricted` for this person. */
  readonly isUltraRestricted?: boolean;
  readonly isDeactivated?: boolean;
  readonly isBot?: boolean;
  /** A person of another organisation whom the bot sees only in a shared channel (Slack Connect). */
  readonly isStranger?: boolean;
  readonly userGroups?: readonly string[];
}

/** A Slack user group. A person is a member if the person's `userGroups` contain the group's id. */
export interface UserGroup {
  readonly id: string;
  /** The group's handle without the leading `@`. */
  readonly handle: string;
  readonly isDisabled?: boolean;
}

export interface LocalChannel {
  readonly id: string;
  /** Channel name without the leading `#`. */
  readonly name: string;
  readonly isDm?: boolean;
  /** Id of the person in a direct message. Default: the person with the same name as the channel. */
  readonly person?: string;
  /** False if the bot is not a member of the channel. Default: true. */
  readonly hasBot?: boolean;
  readonly isArchived?: boolean;
  readonly isPrivate?: boolean;
  /** True if only some people may post in the channel, as Slack's channel object shows the bot. */
  readonly isReadOnly?: boolean;
  /** True if only some people may post in the channel, which the bot learns only from a refused post. */
  readonly isRestricted?: boolean;
  /** True if the channel is shared with another organisation (Slack Connect). */
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
  readonly isOrganizationInstall?: boolean;
}

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

/** Slack's `enterprise_user` field; absent unless the person belongs to the workspace's organisation. */
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
  /** Shown in a modal if the bot does not answer in time, or answers incorrectly. */
  connectionProblem: 'We had some trouble connecting. Try again?',
  cancel: 'Cancel',
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

/** Returns Slack's own texts: Spanish for a locale such as `es-CL`, English for all other locales. */
export function slackTextsFor(locale: string): SlackTexts {
  return locale.startsWith('es') ? es : en;
}
