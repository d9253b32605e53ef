import { answerThread, type ShareKind } from '../../posting/shared-answer.ts';
import { helpView } from '../../slack/blocks/advice-view.ts';
import { isChannel } from '../../slack/listeners/access.ts';
import { type FormReply, periodClock } from '../../slack/listeners/context.ts';
import { type MentionContext, writtenTo } from '../../slack/listeners/mentions.ts';
import type { FeatureDeps } from '../dependencies.ts';
import { problemOptions, sealReportButton } from './actions.ts';
import { MAX_REPORT_DAYS, parseReportInput, type ReportInput, type ReportRequest } from './input.ts';
import type { ReportContext, ReportTranslations } from './locales/index.ts';
import { reportProblemView } from './problem-view.ts';

interface ReportMention {
  readonly share: ShareKind<ReportTranslations>;
  readonly answerAlone: (
    request: ReportRequest,
    context: ReportContext,
    thread: MentionContext['directThread'],
  ) => Promise<FormReply>;
}

/** `report` alone is no question yet. */
export async function answerReportMention(
  text: string,
  context: MentionContext<ReportTranslations>,
  { share, answerAlone }: ReportMention,
  deps: FeatureDeps,
): Promise<FormReply | undefined> {
  const input = readReport(text, context, deps);
  if ('problem' in input) {
    const written = writtenTo(context.channelId, context.t.report.mentionExample);
    return reportProblemView(input, { ...problemOptions(context, deps), written });
  }
  if (input.kind === 'help')
    return helpView(context.t.report.help(MAX_REPORT_DAYS), context.t, deps.settings);
  if (input.kind === 'form') return undefined;
  const { channelId } = context;
  if (!isChannel(channelId)) return answerAlone(input.request, context, context.directThread);
  const asked = sealReportButton(deps.runtime.sealer, { request: input.request, channelId });
  return answerThread(share, asked, context, deps);
}

/** What may follow “report”: `of yesterday`, `del lunes`. */
const LED_IN = /^(?:of|for|on|about|de|del|sobre)\s+(?=\S)/iu;

function readReport(text: string, context: ReportContext, { settings }: FeatureDeps): ReportInput {
  const options = { ...settings, clock: periodClock(context) };
  const input = parseReportInput(text, options);
  if (!('problem' in input) || !LED_IN.test(text)) return input;
  const led = parseReportInput(text.replace(LED_IN, ''), options);
  return 'problem' in led ? input : led;
}
