import type { ChangeSubject } from '../figures/changes.ts';

/** An operator, all operators, or the platform, which could not be reached. */
export type IncidentSubject = ChangeSubject | { readonly of: 'platform' };

export function subjectKey(subject: IncidentSubject): string {
  return subject.of === 'operator' ? `operator ${subject.operator ?? ''}` : subject.of;
}
