import { type Profiler, Session } from 'node:inspector/promises'

/** The executed parts of a function: one flag per character of its source. */
export type FunctionCoverage = { key: string; executed: Uint8Array }

/** Reads which of Parley's code ran since the last read, as V8 counts it. */
export type Coverage = { read(): Promise<FunctionCoverage[]>; close(): void }

/** Counts in this thread, in files whose URL matches `within`. */
export async function openCoverage(within: RegExp): Promise<Coverage> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    async read() {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      return result.filter(({ url }) => within.test(url)).flatMap(listExecutedFunctions)
    },
    close: () => session.disconnect(),
  }
}

const listExecutedFunctions = ({ scriptId, functions }: Profiler.ScriptCoverage): FunctionCoverage[] =>
  functions
    .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
    .map(({ ranges }) => toFunctionCoverage(scriptId, ranges))

/**
 * The first range is the whole function; each further one is nested in an earlier range and listed only where its count
 * differs.
 */
function toFunctionCoverage(scriptId: string, ranges: Profiler.CoverageRange[]): FunctionCoverage {
  const [functionRange] = ranges as [Profiler.CoverageRange]
  const executed = new Uint8Array(functionRange.endOffset - functionRange.startOffset)
  for (const { startOffset, endOffset, count } of ranges) {
    executed.fill(Math.min(count, 1), startOffset - functionRange.startOffset, endOffset - functionRange.startOffset)
  }
  return { key: `${scriptId}:${functionRange.startOffset}`, executed }
}

export function createCoverageMap(): CoverageMap {
  const coveredFunctions = new Map<string, Uint8Array>()
  const isNew = ({ key, executed }: FunctionCoverage): boolean => {
    const previous = coveredFunctions.get(key)
    return !previous || executed.some((flag, offset) => flag > (previous[offset] ?? 0))
  }
  return {
    /** Whether it contains code that has never run before. */
    hasNewCode: (coverage: readonly FunctionCoverage[]): boolean => coverage.some(isNew),
    add(coverage: readonly FunctionCoverage[]): void {
      for (const { key, executed } of coverage.filter(isNew)) {
        const previous = coveredFunctions.get(key)
        coveredFunctions.set(
          key,
          previous ? executed.map((flag, offset) => Math.max(flag, previous[offset] ?? 0)) : executed,
        )
      }
    },
    /** Number of covered characters of source. */
    countCharacters: (): number =>
      coveredFunctions.values().reduce((sum, executed) => sum + executed.reduce((count, flag) => count + flag, 0), 0),
  }
}
export type CoverageMap = {
  hasNewCode: (coverage: readonly FunctionCoverage[]) => boolean
  add(coverage: readonly FunctionCoverage[]): void
  countCharacters: () => number
}
