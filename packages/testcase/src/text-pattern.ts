import { type Pattern, parsePattern } from '@parley/definition'

/**
 * Compiles an expression of `textMatches`, case-insensitive. It runs in linear time, so that none can stall a run;
 * expressions that need backtracking do not compile.
 */
export const compileTextPattern = (source: string): Pattern => parsePattern(`/${source}/i`)
