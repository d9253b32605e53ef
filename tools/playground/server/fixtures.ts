import type { LocalChannel, Person, UserGroup } from '../../fake-slack/workspace/workspace.ts';

export const TEAM_NAME = 'Andes Retail';

const SUPPORT = 'S0SUPPORT';
const ON_CALL = 'S0ONCALL';

export const userGroups = [
  { id: SUPPORT, handle: 'support' },
  { id: ON_CALL, handle: 'on-call' },
] as const satisfies readonly UserGroup[];

export const people: readonly (Person & { readonly role: string })[] = [
  {
    id: 'U0ANA',
    name: 'Ana Rojas',
    locale: 'en-US',
    zone: 'America/Santiago',
    userGroups: [SUPPORT],
    role: 'Support agent',
  },
  {
    id: 'U0LUIS',
    name: 'Luis Vega',
    locale: 'es-CL',
    zone: 'America/Santiago',
    userGroups: [SUPPORT],
    role: 'Support agent',
  },
  {
    id: 'U0MEI',
    name: 'Mei Tanaka',
    locale: 'en-US',
    zone: 'Asia/Tokyo',
    userGroups: [SUPPORT, ON_CALL],
    role: 'On-call engineer',
  },
  {
    id: 'U0SAM',
    name: 'Sam Okafor',
    locale: 'en-US',
    zone: 'Europe/London',
    teamId: 'T0PARTNER',
    isStranger: true,
    role: 'Guest from another company: gets no answers',
  },
];

export const channels: readonly (LocalChannel & { readonly about: string })[] = [
  {
    id: 'C0SUPPORT',
    name: 'support',
    about: 'Customers ask where their messages are. SMS Desk answers here.',
  },
  { id: 'C0ONCALL', name: 'on-call', about: 'For whoever is on call. SMS Desk answers here too.' },
  {
    id: 'C0OPS',
    name: 'operations',
    about: 'For whoever answers for the traffic: subscribe it to the daily summary.',
  },
  {
    id: 'C0RANDOM',
    name: 'random',
    hasBot: false,
    about: 'SMS Desk was not invited: it answers you, but cannot share an answer with all.',
  },
  {
    id: 'C0GENERAL',
    name: 'general',
    about: 'Not among the channels where SMS Desk may answer: it declines.',
  },
];

/** Messages that exist at the start, so that a person can try the message shortcut. */
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

export const aboutDirectMessages = 'Your direct messages with SMS Desk: nobody else reads them.';
