import { type Profiler, Session } from 'node:inspector/promises'

/** The executed parts of a function: one flag per character of its source. */
export type FunctionCoverage = { key: string; executed: Uint8Array }

/** Reads which of Parley's code ran since the last read, as V8 counts it. */
export type Coverage = { take(): Promise<FunctionCoverage[]>; close(): void }

/** Counts in this thread, in files whose URL matches `within`. */
export async function openCoverage(within: RegExp): Promise<Coverage> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    async take() {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      return result.filter(({ url }) => within.test(url)).flatMap(ranIn)
    },
    close: () => session.disconnect(),
  }
}

const ranIn = ({ scriptId, functions }: Profiler.ScriptCoverage): FunctionCoverage[] =>
  functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).map(({ ranges }) => marked(scriptId, ranges))

/**
 * The first range is the whole function; each further one is nested in an earlier range and listed only where its count
 * differs.
 */
function marked(scriptId: string, ranges: Profiler.CoverageRange[]): FunctionCoverage {
  const [whole] = ranges as [Profiler.CoverageRange]
  const marks = new Uint8Array(whole.endOffset - whole.startOffset)
  for (const { startOffset, endOffset, count } of ranges) {
    marks.fill(Math.min(count, 1), startOffset - whole.startOffset, endOffset - whole.startOffset)
  }
  return { key: `${scriptId}:${whole.startOffset}`, executed: marks }
}

export function createCoverageMap(): CoverageMap {
  const known = new Map<string, Uint8Array>()
  const isNew = ({ key, executed }: FunctionCoverage): boolean => {
    const before = known.get(key)
    return !before || executed.some((mark, at) => mark > (before[at] ?? 0))
  }
  return {
    /** Whether it contains code that has never run before. */
    isNews: (ran: readonly FunctionCoverage[]): boolean => ran.some(isNew),
    remember(ran: readonly FunctionCoverage[]): void {
      for (const { key, executed } of ran.filter(isNew)) {
        const before = known.get(key)
        known.set(key, before ? executed.map((mark, at) => Math.max(mark, before[at] ?? 0)) : executed)
      }
    },
    /** Number of covered characters of source. */
    size: (): number => known.values().reduce((sum, marks) => sum + marks.reduce((some, mark) => some + mark, 0), 0),
  }
}
export type CoverageMap = {
  isNews: (ran: readonly FunctionCoverage[]) => boolean
  remember(ran: readonly FunctionCoverage[]): void
  size: () => number
}
