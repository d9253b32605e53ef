import type { LocalChannel, Person, UserGroup } from '../../fake-slack/workspace/workspace.ts';
import type { LocalizedText } from '../page/contract.ts';

export const TEAM_NAME = 'Andes Retail';

const SUPPORT = 'S0SUPPORT';
const ON_CALL = 'S0ONCALL';

export const userGroups = [
  { id: SUPPORT, handle: 'support' },
  { id: ON_CALL, handle: 'on-call' },
] as const satisfies readonly UserGroup[];

export const people: readonly (Person & { readonly role: LocalizedText })[] = [
  {
    id: 'U0ANA',
    name: 'Ana Rojas',
    locale: 'en-US',
    zone: 'America/Santiago',
    userGroups: [SUPPORT],
    role: { en: 'Support agent', es: 'Agente de soporte' },
  },
  {
    id: 'U0LUIS',
    name: 'Luis Vega',
    locale: 'es-CL',
    zone: 'America/Santiago',
    userGroups: [SUPPORT],
    role: { en: 'Support agent', es: 'Agente de soporte' },
  },
  {
    id: 'U0MEI',
    name: 'Mei Tanaka',
    locale: 'en-US',
    zone: 'Asia/Tokyo',
    userGroups: [SUPPORT, ON_CALL],
    role: { en: 'On-call engineer', es: 'Ingeniera de guardia' },
  },
  {
    id: 'U0SAM',
    name: 'Sam Okafor',
    locale: 'en-US',
    zone: 'Europe/London',
    teamId: 'T0PARTNER',
    isStranger: true,
    role: {
      en: 'Guest from another company: gets no answers',
      es: 'Invitado de otra empresa: no recibe respuestas',
    },
  },
];

export const channels: readonly (LocalChannel & { readonly about: LocalizedText })[] = [
  {
    id: 'C0SUPPORT',
    name: 'support',
    about: {
      en: 'Customers ask where their messages are. SMS Desk answers here.',
      es: 'Los clientes preguntan por sus mensajes. SMS Desk responde aquí.',
    },
  },
  {
    id: 'C0ONCALL',
    name: 'on-call',
    about: {
      en: 'For whoever is on call. SMS Desk answers here too.',
      es: 'Para quien está de guardia. SMS Desk también responde aquí.',
    },
  },
  {
    id: 'C0OPS',
    name: 'operations',
    about: {
      en: 'For whoever answers for the traffic: subscribe it to the daily summary.',
      es: 'Para quien responde por el tráfico: suscríbelo al resumen diario.',
    },
  },
  {
    id: 'C0RANDOM',
    name: 'random',
    hasBot: false,
    about: {
      en: 'SMS Desk was not invited: it answers you, but cannot share an answer with all.',
      es: 'Nadie invitó a SMS Desk: te responde, pero no puede compartir la respuesta con todos.',
    },
  },
  {
    id: 'C0GENERAL',
    name: 'general',
    about: {
      en: 'Not among the channels where SMS Desk may answer: it declines.',
      es: 'No es uno de los canales donde SMS Desk puede responder: rechaza la consulta.',
    },
  },
];

/** What somebody wrote before one comes: there is a message to ask about by its menu. */
export const posts = [
  {
    person: 'U0LUIS',
    channel: 'C0ONCALL',
    text: 'Two customers say the code never comes: (9) 1234-5678, and Camila on 0056 9.1111.0003. Can somebody look?',
  },
] as const;

export const fixtures = {
  userGroups,
  teamName: TEAM_NAME,
  people,
  channels,
  allowedChannels: ['C0SUPPORT', 'C0ONCALL', 'C0OPS', 'C0RANDOM'],
  allowedUserGroups: [SUPPORT],
  timeZone: 'America/Santiago',
};

export const aboutDirectMessages: LocalizedText = {
  en: 'Your direct messages with SMS Desk: nobody else reads them.',
  es: 'Tus mensajes directos con SMS Desk: nadie más los lee.',
};
