import { isFailure } from '../../../domain/failure.ts';
import { maskMsisdn } from '../../../domain/messages/msisdn.ts';
import { csvFileName } from '../../../posting/csv.ts';
import { notSentView, personRefusalView } from '../../../posting/share.ts';
import { HALF_HOUR_MS } from '../../../runtime/durations.ts';
import { adviceView } from '../../../slack/blocks/advice-view.ts';
import { line, richText, type View, view } from '../../../slack/blocks/blocks.ts';
import type { BackgroundAnswer, FailureOf } from '../../../slack/listeners/context.ts';
import { revealActions } from '../../../slack/listeners/reveal.ts';
import type { Incident } from '../../../store/incidents/incident.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import type { IncidentContext } from '../locales/index.ts';
import { overAt } from '../model.ts';
import { examplesCsv } from './csv.ts';
import { type EscalationFacts, escalationView } from './escalation-view.ts';
import { readExamples } from './examples.ts';

/** Messages of so long are looked through, the latest: the platform sends the whole day for them. */
const LOOKED_THROUGH_MS = HALF_HOUR_MS;

/** A statement to copy in both languages, and examples read now, for whoever asks: no whole number and no text. */
export function answerEscalation(
  incident: Incident,
  context: IncidentContext,
  deps: FeatureDeps,
): BackgroundAnswer | View {
  const { t } = context;
  if (incident.subject.of === 'platform') return adviceView(t.incident.pack.noPlatformPack, t);
  context.acts.note('exported');
  return {
    interim: view(richText(line(t.incident.pack.reading))),
    finish: (failureOf) => sendReport(incident, context, deps, failureOf),
  };
}

async function sendReport(
  incident: Incident,
  context: IncidentContext,
  deps: FeatureDeps,
  failureOf: FailureOf,
): Promise<View> {
  const { user } = context;
  const { post } = deps.posting;
  const at = deps.runtime.now();
  const time = lookedThrough(incident, at);
  const examples = await readExamples(incident, { ...time, userId: user.id }, at, deps.platform).catch(
    (error: unknown) => {
      // What went wrong is in the log; the statement is of use without examples.
      if (isFailure(error)) failureOf(error);
      else throw error;
      return undefined;
    },
  );
  const rows = (examples ?? []).flatMap(({ shown }) => shown);
  const zone = await zoneFor(incident, context, deps.stores);
  const refused = await personRefusalView(context, deps.slack);
  if (refused) return refused;
  const below = rows.length > 0 ? await wholeNumbersActions(incident.id, context, deps.slack) : [];
  const facts = { at, zone, time, examples, shown: rows.length };
  const said = escalationView(incident, facts, context, below);
  // A message of its own: what stands beside a file is plain text.
  const posted = await post.toPerson(user.id, said);
  if ('refused' in posted) return notSentView(posted, context);
  context.acts.answered();
  const name = csvFileName('sms-incident', at);
  const refusal =
    rows.length === 0
      ? undefined
      : await post.fileTo(user.id, { name, title: name, content: examplesCsv(rows, maskMsisdn) });
  return refusal ? notSentView(refusal, context) : view(richText(line(context.t.incident.pack.sent)));
}

/** Under the pack, for who may: the button that sends the examples with their numbers. */
export const WHOLE_NUMBERS = 'incident.pack.whole';

async function wholeNumbersActions(
  id: string,
  { user, t }: IncidentContext,
  { access }: FeatureDeps['slack'],
) {
  const mayReveal = await access.mayReveal(user, 'before');
  return mayReveal ? [revealActions(WHOLE_NUMBERS, t.incident.pack.whole, id)] : [];
}

/** In which the channel reads times where it was asked for; what is sent on is not of whoever asked. */
async function zoneFor(
  { id }: Incident,
  { channelId }: IncidentContext,
  { incidentPosts }: FeatureDeps['stores'],
): Promise<string> {
  const posts = await incidentPosts.of(id);
  return (posts.find(({ channel }) => channel === channelId) ?? posts[0])?.zone ?? 'UTC';
}

/** What was handed in from its beginning to its end, of one that lasts for long the latest. */
export function lookedThrough(incident: Incident, at: Date): EscalationFacts['time'] {
  const end = overAt(incident) ?? at;
  const from = Math.max(incident.beganAt.getTime(), end.getTime() - LOOKED_THROUGH_MS);
  return { start: new Date(from), end };
}
