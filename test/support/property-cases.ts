import fc from 'fast-check';

/** Default number of cases of a property. `PROPERTY_CASES=5000 npm test` runs more. */
export const CASES = Number(process.env.PROPERTY_CASES ?? 300);

fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: CASES });
