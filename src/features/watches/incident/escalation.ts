import { endTimeOf, type Incident } from '../../../domain/detection/incident.ts';
import { isFailure } from '../../../domain/failure.ts';
import { maskMsisdn } from '../../../domain/messages/redaction.ts';
import { notSentView, personRefusalView } from '../../../posting/share.ts';
import { HALF_HOUR_MS } from '../../../runtime/durations.ts';
import { adviceView } from '../../../slack/blocks/advice-view.ts';
import { line, richText, type View, view } from '../../../slack/blocks/blocks.ts';
import type { BackgroundAnswer, FailureOf } from '../../../slack/listeners/context.ts';
import { registerReveal, revealActions, revealRefusalView } from '../../../slack/listeners/reveal.ts';
import type { Listeners } from '../../../slack/listeners/router.ts';
import type { Deps } from '../../dependencies.ts';
import type { IncidentContext, IncidentTranslations } from '../locales/index.ts';
import { escalationView } from './escalation-view.ts';
import { examplesFile, readExamples } from './examples.ts';

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
  const { user, t, channelId } = context;
  const { post } = deps.posting;
  // If the platform cannot be read, this is only logged, because the report is useful without examples.
  const { at, time, examples } = await examplesOf(incident, context, deps, failureOf);
  const rows = (examples ?? []).flatMap(({ shown }) => shown);
  const posts = await deps.stores.incidentPosts.of(incident.id);
  const zone = (posts.find(({ channel }) => channel === channelId) ?? posts[0])?.zone ?? 'UTC';
  const refused = await personRefusalView(context, deps.slack);
  if (refused) return refused;
  const mayReveal = rows.length > 0 && (await deps.slack.access.mayReveal(user, 'before'));
  const below = mayReveal ? [revealActions(FULL_NUMBERS, t.incident.pack.fullNumbers, incident.id)] : [];
  const said = escalationView(incident, { at, zone, time, examples, shown: rows.length }, context, below);
  // The report is a separate message, because the comment of a file upload has no formatting.
  const posted = await post.toPerson(user.id, said);
  if ('refused' in posted) return notSentView(posted, context);
  context.acts.answered();
  const file = examplesFile('sms-incident', at, rows, maskMsisdn);
  const refusal = rows.length === 0 ? undefined : await post.fileTo(user.id, file);
  return refusal ? notSentView(refusal, context) : view(richText(line(t.incident.pack.sent)));
}

async function examplesOf(
  incident: Incident,
  { user }: IncidentContext,
  { runtime, platform }: Deps,
  failureOf: FailureOf,
) {
  const at = runtime.now();
  const end = endTimeOf(incident) ?? at;
  const from = Math.max(incident.beganAt.getTime(), end.getTime() - LONGEST_EXAMPLE_PERIOD_MS);
  const time = { start: new Date(from), end };
  try {
    return { at, time, examples: await readExamples(incident, { ...time, userId: user.id }, at, platform) };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { at, time, failed: failureOf(error) };
  }
}

const FULL_NUMBERS = 'incident.pack.whole';

export function registerFullNumbers(router: Listeners<IncidentTranslations>, deps: Deps): void {
  const reveal = {
    actionId: FULL_NUMBERS,
    formId: 'incident.pack.form',
    open: (id: string) => (id === '' ? undefined : id),
    // Empty, because the telephone numbers are known only after the platform is read.
    numbersIn: () => [],
    async answer(id: string, context: IncidentContext) {
      const { t } = context;
      const incident = await deps.stores.incidents.find(id);
      if (!incident) return adviceView(t.incident.forgotten(deps.settings.incidentDays), t);
      return {
        interim: view(richText(line(t.incident.pack.reading))),
        finish: (failureOf: FailureOf) => sendFullNumbers(incident, context, deps, failureOf),
      };
    },
  };
  registerReveal(router, reveal, deps);
}

async function sendFullNumbers(
  incident: Incident,
  context: IncidentContext,
  deps: Deps,
  failureOf: FailureOf,
): Promise<View> {
  const { user, t, acts } = context;
  const { pack } = t.incident;
  const { at, examples, failed } = await examplesOf(incident, context, deps, failureOf);
  if (!examples) return failed;
  const shown = examples.flatMap((one) => one.shown);
  acts.note('revealed', { numbers: shown.map(({ message }) => message.msisdn) });
  const refused =
    (await personRefusalView(context, deps.slack)) ?? (await revealRefusalView(context, deps, 'now'));
  if (refused) return refused;
  if (shown.length === 0) return view(richText(line(pack.noExamples)));
  const file = examplesFile('sms-incident-numbers', at, shown, (msisdn) => msisdn);
  const refusal = await deps.posting.post.fileTo(user.id, file);
  return refusal ? notSentView(refusal, context) : view(richText(line(pack.fullNumbersSent)));
}
