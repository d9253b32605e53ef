import { bold, emoji, line } from '../../slack/blocks.ts';
import { operatorName } from '../../slack/charts.ts';
import type { Incident } from '../../store/incidents.ts';
import { shareText } from './check-words.ts';
import { type IncidentViewOptions, listOf, MOST_IN_TITLE, operatorsOf, timesOf } from './incident-lines.ts';

const MOST_FINDINGS = 3;

/** What the latest check found, the worst first, and whose doing that is. */
export function evidenceLines(incident: Incident, options: IncidentViewOptions) {
  const { words } = options;
  const { whose, evidence } = incident;
  if (whose.of === 'platform') return [platformLine(incident, options)];
  const unseen = unseenLine(incident, options);
  const said = sentences(incident, evidence.findings, options);
  if (said.length === 0) return unseen.length > 0 ? unseen : recoveringLines(incident, options);
  return [
    ...unseen,
    ...unseen.map(() => line(words.incident.foundBefore)),
    ...said.map((sentence, at) => (at === 0 ? line(emoji('warning'), ' ', bold(sentence)) : line(sentence))),
    ...(evidence.apart ? goesOnLine(incident, options) : namesLine(incident, options)),
    ...(evidence.owner === undefined ? [] : [line(words.check.owner[evidence.owner])]),
  ];
}

/** Nothing is unusual, but for operators that have an incident of their own or are about to. */
function recoveringLines(incident: Incident, options: IncidentViewOptions) {
  const { words } = options;
  const { wellSince } = incident.evidence;
  return [
    line(words.incident.recovering(wellSince && timesOf(incident, options).since(wellSince))),
    ...goesOnLine(incident, options),
  ];
}

/** Of one of all that is everyone’s no more, or over: operators that are not well yet. */
export function goesOnLine({ evidence: { operators } }: Incident, { words }: IncidentViewOptions) {
  return operators.length > 0 ? [line(words.incident.goesOnAt(listOf(operators, words)))] : [];
}

/** How bad it was at its worst, in one sentence; nothing where that was never seen. */
export function worstLine(incident: Incident, options: IncidentViewOptions) {
  const { worst } = incident.evidence;
  const [sentence] = worst ? sentences(incident, worst.findings, options) : [];
  if (!worst?.readAt || sentence === undefined) return [];
  return [line(options.words.incident.atWorst(timesOf(incident, options).moment(worst.readAt), sentence))];
}

/** The same with all that was found then. */
export function worstLines(incident: Incident, options: IncidentViewOptions) {
  const { worst, judged } = incident.evidence;
  if (!worst) return [];
  return [
    ...sentences(incident, worst.findings, options).map((sentence) => line(sentence)),
    ...namesLine({ ...incident, evidence: { ...worst, judged } }, options),
    ...(worst.owner === undefined ? [] : [line(options.words.check.owner[worst.owner])]),
  ];
}

export function affectedLine({ evidence }: Incident, { words }: IncidentViewOptions) {
  const count = affectedOf(evidence);
  return count === undefined || count === 0 ? [] : [line(words.incident.affected(count))];
}

/** Whole messages; `undefined` where they are not counted. */
export function affectedOf({ affected }: Incident['evidence']): number | undefined {
  return affected && Math.round(affected.count);
}

/** Findings as sentences about an incident's subject. */
export function sentences(
  { whose }: Pick<Incident, 'whose'>,
  findings: Incident['evidence']['findings'],
  options: IncidentViewOptions,
): string[] {
  const { words, formats } = options;
  const name = whose.of === 'operator' ? operatorName(whose.operator, { words }) : undefined;
  return findings.slice(0, MOST_FINDINGS).map(({ kind, share, usual, of }) => {
    const [now, then] = [shareText(share, options), shareText(usual, options)];
    return words.check.findings[kind](name, now, then, formats.number(Math.round(of)));
  });
}

function platformLine(incident: Incident, options: IncidentViewOptions) {
  const { platform, refusal, wellSince } = incident.evidence;
  const { platformRecovering, refused, noReport, noLogin } = options.words.incident;
  if (platform.report)
    return line(platformRecovering(wellSince && timesOf(incident, options).since(wellSince)));
  const because = refusal === 'rate_limited' || refusal === 'busy' ? refusal : 'other';
  const unread = platform.login ? noReport : noLogin;
  const sentence = refusal === undefined ? unread : refused[because];
  return line(emoji('warning'), ' ', bold(sentence));
}

function unseenLine(incident: Incident, options: IncidentViewOptions) {
  const { unseenSince, platform } = incident.evidence;
  if (!unseenSince) return [];
  const since = timesOf(incident, options).since(unseenSince);
  return [line(bold(options.words.incident.unseen[platform.report ? 'tooLittle' : 'platform'](since)))];
}

/** Those that the title does not name. */
function namesLine(incident: Pick<Incident, 'whose' | 'evidence'>, { words }: IncidentViewOptions) {
  const operators = operatorsOf(incident);
  if (operators.length <= MOST_IN_TITLE) return [];
  return [line(words.incident.operators(listOf(operators, words)))];
}
