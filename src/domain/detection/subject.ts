import type { ChangeSubject } from '../figures/changes.ts';

/** What an incident is about; `platform` means that the platform itself could not be reached. */
export type IncidentSubject = ChangeSubject | { readonly of: 'platform' };

export function subjectKey(subject: IncidentSubject): string {
  return subject.of === 'operator' ? `operator ${subject.operator ?? ''}` : subject.of;
}
