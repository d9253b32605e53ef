import { type Mention, mentionFromText, mentionToText } from '../../domain/detection/mention.ts';
import { adviceView } from '../../slack/blocks/advice-view.ts';
import type { View } from '../../slack/blocks/blocks.ts';
import { type Access, type Mentionable, refusalOfLater } from '../../slack/listeners/access.ts';
import { type Suggestion, suggestionButtons } from '../../slack/listeners/typed-command.ts';
import type { Users } from '../../slack/listeners/users.ts';
import type { WatchSettings } from '../../store/channels/watches.ts';
import type { IncidentContext, IncidentTranslations } from './locales/index.ts';

type TypedMention = Mention | 'me' | 'nobody';

export interface TypedNotify {
  readonly mention?: TypedMention;
  readonly tellsEnd?: boolean;
}

const MENTIONED = /^<(?:@([UW][A-Z0-9]{1,30})|!subteam\^(S[A-Z0-9]{1,30})|!(here))(?:\|[^>]*)?>$/;
const WORDS: ReadonlyMap<string, TypedNotify> = new Map(
  (
    [
      ['@here|notify here|avisar here', { mention: { of: 'here' } }],
      ['me|myself|mi|mí|yo|a mi|a mí', { mention: 'me' }],
      ['nobody|no one|nadie|a nadie', { mention: 'nobody' }],
      ['recovery|on recovery|and recovery|when it recovers|recuperación|recuperacion', { tellsEnd: true }],
      ['al recuperarse|y al recuperarse|cuando se recupere|al recuperar', { tellsEnd: true }],
    ] as const
  ).flatMap(([words, typed]) => words.split('|').map((word) => [word, typed] as const)),
);

export const NOTIFY_WORDS: readonly string[] = ['notify', 'recovery', 'nobody', 'avisar', 'nadie'];
export const NOTIFY_FILLER_WORDS: readonly string[] =
  'notify notifies mention to and also notificar notifica avisar avisa avisando mencionar menciona a al y también tambien'.split(
    ' ',
  );

export function parseNotify(text: string): TypedNotify | undefined {
  const [, person, group, here] = MENTIONED.exec(text) ?? [];
  const mention = mentionFromText(person ?? group ?? here ?? '');
  return mention ? { mention } : WORDS.get(text.toLowerCase());
}

export function toMention(typed: TypedMention, userId: string): Mention | undefined {
  if (typed === 'nobody') return undefined;
  return typed === 'me' ? { of: 'person', id: userId } : typed;
}

export function choiceOf(mention: Mention | undefined, userId: string): string {
  if (mention === undefined) return 'nobody';
  return mention.of === 'person' && mention.id === userId ? 'me' : mentionToText(mention);
}

export function readChoice(value: string): TypedMention | undefined {
  return value === 'nobody' || value === 'me' ? value : mentionFromText(value);
}

interface MentionRequest extends Pick<WatchSettings, 'mention'> {
  readonly before: Pick<WatchSettings, 'mention'> | undefined;
  readonly textWith: (mention: string) => string;
  readonly seal: (text: string) => string;
}

export async function mentionRefusalView(
  { mention, before, textWith, seal }: MentionRequest,
  { user, t, acts }: IncidentContext,
  { slack }: { readonly slack: { readonly access: Access; readonly users: Users } },
): Promise<View | undefined> {
  if (!mention || (before?.mention && mentionToText(before.mention) === mentionToText(mention)))
    return undefined;
  const { access } = slack;
  const { refused, unverified, noAccess } = t.incident.watch.notify;
  const isAllowed = await access.mayMention(user, mention);
  // Another person may be mentioned only if they may use the bot.
  const reason =
    isAllowed && mention.of === 'person' && mention.id !== user.id
      ? await refusalOfLater(mention.id, undefined, slack)
      : undefined;
  if (isAllowed && !reason) return undefined;
  const isUnverified = isAllowed === undefined || reason?.refusal === 'unverified';
  acts.refused(isUnverified ? 'unverified' : 'mention');
  if (isUnverified) return adviceView(unverified, t);
  const { groups } = await access.mentionable(user);
  const offered = permittedMentions(groups, t).map(({ label, text }) => ({ label, text: textWith(text) }));
  return adviceView(reason ? noAccess : refused, t, undefined, suggestionButtons(offered, seal));
}

/** Number of user groups offered as buttons; with “me” and “no one” there are five buttons. */
const MOST_GROUPS_OFFERED = 3;

function permittedMentions(groups: Mentionable['groups'], t: IncidentTranslations): Suggestion[] {
  const { me, group, noOne } = t.incident.watch.notify.instead;
  return [
    { label: me, text: 'me' },
    ...groups
      .slice(0, MOST_GROUPS_OFFERED)
      .map(({ id, handle }) => ({ label: group(handle), text: `<!subteam^${id}>` })),
    { label: noOne, text: 'nobody' },
  ];
}

const MOST_GROUPS = 90;

export interface NotifyOptions {
  readonly t: IncidentTranslations;
  readonly userId: string;
  readonly mentionable: Mentionable;
}

export function mentionChoices(
  { mention }: Pick<WatchSettings, 'mention'>,
  { t, userId, mentionable }: NotifyOptions,
) {
  const { noOne, me, here, current } = t.incident.watch.notify.choices;
  const { groups, mayMentionAll } = mentionable;
  const offered = [
    { value: 'nobody', label: noOne },
    { value: 'me', label: me },
    ...(mayMentionAll ? [{ value: 'here', label: here }] : []),
    ...groups.slice(0, MOST_GROUPS).map(({ id, handle }) => ({ value: id, label: `@${handle}` })),
  ];
  const now = choiceOf(mention, userId);
  return offered.some(({ value }) => value === now) ? offered : [...offered, { value: now, label: current }];
}
