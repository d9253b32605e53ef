import { isFailure } from '../../../domain/failure.ts';
import { csvFileName } from '../../../posting/csv.ts';
import { notSentView, personRefusalView } from '../../../posting/share.ts';
import { adviceView } from '../../../slack/blocks/advice-view.ts';
import { line, richText, type View, view } from '../../../slack/blocks/blocks.ts';
import type { BackgroundAnswer, FailureOf } from '../../../slack/listeners/context.ts';
import { registerReveal, revealRefusalView } from '../../../slack/listeners/reveal.ts';
import type { Listeners } from '../../../slack/listeners/router.ts';
import type { Incident } from '../../../store/incidents/incident.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import type { IncidentContext, IncidentTranslations } from '../locales/index.ts';
import { examplesCsv } from './csv.ts';
import { lookedThrough, WHOLE_NUMBERS } from './escalation.ts';
import { type Examples, readExamples } from './examples.ts';

/** The button under an escalation pack that sends its examples with whole numbers, for whoever is to look into them. */
export function registerWholeNumbers(router: Listeners<IncidentTranslations>, deps: FeatureDeps): void {
  const reveal = {
    actionId: WHOLE_NUMBERS,
    formId: 'incident.pack.form',
    open: (id: string) => (id === '' ? undefined : id),
    // They are found out by reading.
    numbersIn: () => [],
    answer: (id: string, context: IncidentContext) => answerWholeNumbers(id, context, deps),
  };
  registerReveal(router, reveal, deps);
}

async function answerWholeNumbers(
  id: string,
  context: IncidentContext,
  deps: FeatureDeps,
): Promise<BackgroundAnswer | View> {
  const { t } = context;
  const incident = await deps.stores.incidents.find(id);
  if (!incident) return adviceView(t.incident.forgotten(deps.settings.incidentDays), t);
  return {
    interim: view(richText(line(t.incident.pack.reading))),
    finish: (failureOf) => sendWholeNumbers(incident, context, deps, failureOf),
  };
}

async function sendWholeNumbers(
  incident: Incident,
  context: IncidentContext,
  deps: FeatureDeps,
  failureOf: FailureOf,
): Promise<View> {
  const { user, t, acts } = context;
  const { pack } = t.incident;
  const at = deps.runtime.now();
  const asked = { ...lookedThrough(incident, at), userId: user.id };
  let examples: Examples[];
  try {
    examples = await readExamples(incident, asked, at, deps.platform);
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
  return refusal ? notSentView(refusal, context) : view(richText(line(pack.wholeSent)));
}
