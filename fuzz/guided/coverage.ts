import { type Profiler, Session } from 'node:inspector/promises'

/** What of a function has run: a mark for each of its letters. */
export type Ran = { place: string; marks: Uint8Array }

/** Which of our own code has run since it was last asked, as V8 counts it. */
export type Coverage = { taken(): Promise<Ran[]>; close(): void }

/** Counts in this thread, in files whose address matches `within`. */
export async function openCoverage(within: RegExp): Promise<Coverage> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    async taken() {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      return result.filter(({ url }) => within.test(url)).flatMap(ranIn)
    },
    close: () => session.disconnect(),
  }
}

const ranIn = ({ scriptId, functions }: Profiler.ScriptCoverage): Ran[] =>
  functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).map(({ ranges }) => marked(scriptId, ranges))

/** The first range is the whole function; each further one lies inside one before it and is told only where it differs. */
function marked(scriptId: string, ranges: Profiler.CoverageRange[]): Ran {
  const [whole] = ranges as [Profiler.CoverageRange]
  const marks = new Uint8Array(whole.endOffset - whole.startOffset)
  for (const { startOffset, endOffset, count } of ranges) {
    marks.fill(Math.min(count, 1), startOffset - whole.startOffset, endOffset - whole.startOffset)
  }
  return { place: `${scriptId}:${whole.startOffset}`, marks }
}

/** All that has run so far. */
export function everythingRun() {
  const known = new Map<string, Uint8Array>()
  const isNew = ({ place, marks }: Ran): boolean => {
    const before = known.get(place)
    return !before || marks.some((mark, at) => mark > (before[at] ?? 0))
  }
  return {
    /** Whether there is something among it that has never run before. */
    isNews: (ran: readonly Ran[]): boolean => ran.some(isNew),
    remember(ran: readonly Ran[]): void {
      for (const { place, marks } of ran.filter(isNew)) {
        const before = known.get(place)
        known.set(place, before ? marks.map((mark, at) => Math.max(mark, before[at] ?? 0)) : marks)
      }
    },
    /** How many letters of code. */
    size: (): number => known.values().reduce((sum, marks) => sum + marks.reduce((some, mark) => some + mark, 0), 0),
  }
}
export type EverythingRun = ReturnType<typeof everythingRun>
