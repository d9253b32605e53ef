import type { Incident } from '../../../domain/detection/incident.ts';
import { endTimeOf } from '../../../domain/detection/incident.ts';
import { isFailure } from '../../../domain/failure.ts';
import { maskMsisdn } from '../../../domain/messages/redaction.ts';
import { csvFileName } from '../../../posting/csv.ts';
import { notSentView, personRefusalView } from '../../../posting/share.ts';
import { HALF_HOUR_MS } from '../../../runtime/durations.ts';
import { adviceView } from '../../../slack/blocks/advice-view.ts';
import { line, richText, type View, view } from '../../../slack/blocks/blocks.ts';
import type { BackgroundAnswer, FailureOf } from '../../../slack/listeners/context.ts';
import { registerReveal, revealActions, revealRefusalView } from '../../../slack/listeners/reveal.ts';
import type { Listeners } from '../../../slack/listeners/router.ts';
import type { Deps } from '../../dependencies.ts';
import type { IncidentContext, IncidentTranslations } from '../locales/index.ts';
import { examplesCsv } from './csv.ts';
import { type EscalationFacts, escalationView } from './escalation-view.ts';
import { type Examples, readExamples } from './examples.ts';

const LONGEST_EXAMPLE_PERIOD_MS = HALF_HOUR_MS;

/** The report is in English and Spanish, without full telephone numbers or message texts. */
export function answerEscalation(
  incident: Incident,
  context: IncidentContext,
  deps: Deps,
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
  deps: Deps,
  failureOf: FailureOf,
): Promise<View> {
  const { user } = context;
  const { post } = deps.posting;
  const at = deps.runtime.now();
  const time = examplePeriod(incident, at);
  const examples = await readExamples(incident, { ...time, userId: user.id }, at, deps.platform).catch(
    (error: unknown) => {
      // If the platform cannot be read, this is only logged, because the report is useful without examples.
      if (isFailure(error)) failureOf(error);
      else throw error;
      return undefined;
    },
  );
  const rows = (examples ?? []).flatMap(({ shown }) => shown);
  const zone = await zoneFor(incident, context, deps.stores);
  const refused = await personRefusalView(context, deps.slack);
  if (refused) return refused;
  const below = rows.length > 0 ? await fullNumbersActions(incident.id, context, deps.slack) : [];
  const facts = { at, zone, time, examples, shown: rows.length };
  const said = escalationView(incident, facts, context, below);
  // The report is a separate message, because the comment of a file upload has no formatting.
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

const FULL_NUMBERS = 'incident.pack.whole';

async function fullNumbersActions(id: string, { user, t }: IncidentContext, { access }: Deps['slack']) {
  const mayReveal = await access.mayReveal(user, 'before');
  return mayReveal ? [revealActions(FULL_NUMBERS, t.incident.pack.fullNumbers, id)] : [];
}

async function zoneFor(
  { id }: Incident,
  { channelId }: IncidentContext,
  { incidentPosts }: Deps['stores'],
): Promise<string> {
  const posts = await incidentPosts.of(id);
  return (posts.find(({ channel }) => channel === channelId) ?? posts[0])?.zone ?? 'UTC';
}

function examplePeriod(incident: Incident, at: Date): EscalationFacts['time'] {
  const end = endTimeOf(incident) ?? at;
  const from = Math.max(incident.beganAt.getTime(), end.getTime() - LONGEST_EXAMPLE_PERIOD_MS);
  return { start: new Date(from), end };
}

export function registerFullNumbers(router: Listeners<IncidentTranslations>, deps: Deps): void {
  const reveal = {
    actionId: FULL_NUMBERS,
    formId: 'incident.pack.form',
    open: (id: string) => (id === '' ? undefined : id),
    // Empty, because the telephone numbers are known only after the platform is read.
    numbersIn: () => [],
    answer: (id: string, context: IncidentContext) => answerFullNumbers(id, context, deps),
  };
  registerReveal(router, reveal, deps);
}

async function answerFullNumbers(
  id: string,
  context: IncidentContext,
  deps: Deps,
): Promise<BackgroundAnswer | View> {
  const { t } = context;
  const incident = await deps.stores.incidents.find(id);
  if (!incident) return adviceView(t.incident.forgotten(deps.settings.incidentDays), t);
  return {
    interim: view(richText(line(t.incident.pack.reading))),
    finish: (failureOf) => sendFullNumbers(incident, context, deps, failureOf),
  };
}

async function sendFullNumbers(
  incident: Incident,
  context: IncidentContext,
  deps: Deps,
  failureOf: FailureOf,
): Promise<View> {
  const { user, t, acts } = context;
  const { pack } = t.incident;
  const at = deps.runtime.now();
  const query = { ...examplePeriod(incident, at), userId: user.id };
  let examples: Examples[];
  try {
    examples = await readExamples(incident, query, at, deps.platform);
  } catch (error) {
    if (isFailure(error)) return failureOf(error);
    throw error;
  }
  const shown = examples.flatMap((one) => one.shown);
  acts.note('revealed', { numbers: shown.map(({ message }) => message.msisdn) });
  const refused =
    (await personRefusalView(context, deps.slack)) ?? (await revealRefusalView(context, deps, 'now'));
  if (refused) return refused;
  if (shown.length === 0) return view(richText(line(pack.noExamples)));
  const name = csvFileName('sms-incident-numbers', at);
  const content = examplesCsv(shown, (msisdn) => msisdn);
  const refusal = await deps.posting.post.fileTo(user.id, { name, title: name, content });
  return refusal ? notSentView(refusal, context) : view(richText(line(pack.fullNumbersSent)));
}
