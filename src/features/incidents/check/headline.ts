import type { FailureCode } from '../../../domain/failure.ts';
import {
  type TrafficHeadline,
  trafficHeadlineOf,
  trafficHeadlineText,
} from '../../../slack/blocks/headline.ts';
import type { IncidentTranslations } from '../locales/index.ts';
import type { UnusableAnswer } from '../locales/shapes.ts';
import type { CheckedSubject, CheckModel } from '../model.ts';

export interface Headline extends TrafficHeadline<CheckedSubject> {
  /** Why the platform could not be read. */
  readonly failure?: FailureCode | undefined;
}

type HeadlineFacts = Pick<CheckModel, 'verdict' | 'all' | 'operators' | 'about'> &
  Partial<Pick<CheckModel, 'unreachable'>>;

export function headlineOf({ about, unreachable, ...judged }: HeadlineFacts): Headline {
  if (!about) return { ...trafficHeadlineOf(judged), failure: unreachable?.failure };
  const { subject } = about;
  return { verdict: subject.detection.verdict, subjects: [subject], named: [subject] };
}

export function headlineText(headline: Headline, t: IncidentTranslations): string {
  return answeredWith(headline.failure, t)?.headline ?? trafficHeadlineText(headline, t);
}

/** How a platform that cannot be read does answer; `undefined` where it does not. */
export function answeredWith(
  failure: FailureCode | undefined,
  { check }: IncidentTranslations,
): UnusableAnswer | undefined {
  const known: Partial<Record<FailureCode, UnusableAnswer>> = check.answeredWith;
  return failure && known[failure];
}
