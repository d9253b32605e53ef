import { handlingOf } from '../../domain/handling.ts';
import { bold, context, header, line, richText, type View, view } from '../../slack/blocks.ts';
import type { Incident } from '../../store/incidents.ts';
import { affectedLine, evidenceLines, worstLines } from './evidence-lines.ts';
import { calledOf, headline, type IncidentViewOptions, nameOf } from './incident-lines.ts';

const MOST_EVENTS = 30;

/** What the latest check found and what the worst one did, and all that has happened, to whoever asks. */
export function incidentDetailsView(incident: Incident, options: IncidentViewOptions): View {
  const { words, formats } = options;
  const { details, notes } = words.incident;
  const { events, evidence } = incident;
  const shown = events.slice(-MOST_EVENTS);
  const history = shown.map((event) => {
    const verdict = 'verdict' in event ? calledOf(incident, event.verdict) : undefined;
    const by = 'by' in event ? event.by : undefined;
    return line(`${formats.moment(event.at)} · ${details.event(event.kind, verdict, by && nameOf(by.name))}`);
  });
  const hidden = events.length - shown.length;
  const isOver = handlingOf(events).end !== undefined;
  const { worst } = evidence;
  const isWorstNow = worst?.readAt?.getTime() === evidence.readAt?.getTime();
  const worstTitle = worst?.readAt ? details.worst(formats.moment(worst.readAt)) : undefined;
  const found = [
    ...(isOver ? [] : titled(details.now, evidenceLines(incident, options))),
    ...(worstTitle === undefined || (isWorstNow && !isOver)
      ? []
      : titled(worstTitle, worstLines(incident, options))),
  ];
  const said = [...found, ...affectedLine(incident, options)];
  return view(
    header(headline(incident, options)),
    ...(said.length > 0 ? [richText(...said)] : []),
    richText(line(bold(details.history)), ...history),
    context(
      ...(evidence.readAt && !isOver ? [notes.asOf(formats.since(evidence.readAt))] : []),
      ...(hidden > 0 ? [details.tooMany(hidden)] : []),
      words.answer.timesIn(formats.timeZone),
    ),
  );
}

function titled(title: string, lines: ReturnType<typeof evidenceLines>) {
  return lines.length > 0 ? [line(bold(title)), ...lines] : [];
}
