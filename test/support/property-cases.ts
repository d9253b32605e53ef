import fc from 'fast-check';

/** Cases of a property that does not say how many: `PROPERTY_CASES=5000 npm test` tries more. */
export const CASES = Number(process.env.PROPERTY_CASES ?? 300);

fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: CASES });
