import { parsePattern } from '@parley/definition'

/**
 * An expression of `textMatches`, found without regard to case. It runs in linear time, so that none can hold up a run;
 * what needs backtracking does not compile.
 */
export const compileTextPattern = (source: string): ReturnType<typeof parsePattern> => parsePattern(`/${source}/i`)
