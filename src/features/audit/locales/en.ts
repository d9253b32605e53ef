import { english } from '../../../i18n/plural.ts';

const { many, counted } = english;

export const en = {
  audit: {
    reveals: (who: string, count: number, since: string) =>
      `${who} saw numbers or texts in full ${many(count, 'time', 'times')} within an hour (from ${since}).`,
    refusals: (who: string, count: number, since: string) =>
      `${who} was refused ${many(count, 'time', 'times')} within an hour (from ${since}).`,
    numbers: (who: string, count: number, since: string) =>
      `${who} asked about ${counted(count)} different numbers within an hour (from ${since}).`,
    interruption: (count: number, since: string) =>
      `The audit log couldn’t be written for a while (since ${since}). ${
        count === 0 ? 'Nothing is missing.' : `${many(count, 'entry is', 'entries are')} missing.`
      }`,
    soFar: 'Counted when this was posted.',
    which: 'To list them:',
  },
};
