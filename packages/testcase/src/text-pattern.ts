import { readPattern } from '@parley/definition'

/**
 * An expression of `textMatches`, found without regard to case. It runs in linear time, so that none can hold up a run;
 * what needs backtracking does not compile.
 */
export const textPattern = (source: string): ReturnType<typeof readPattern> => readPattern(`/${source}/i`)
