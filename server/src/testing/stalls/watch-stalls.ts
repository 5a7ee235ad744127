/** The longest time that the event loop of this thread spent on one turn. */
export type Stall = {
  /** CPU time of this thread: time that the machine gave to other programs does not count. */
  cpuMilliseconds: number
  wallMilliseconds: number
}

/** A stall compared with the reference work measured directly before and after it. */
export type WatchedStall = Stall & { references: number }

/** A turn of the event loop that takes as long as this many references is a stall. */
export const stallLimit = 15

/** Parsing and serializing this document is the reference: 20 to 25 ms on an idle machine of 2026. */
const referenceDocument = JSON.stringify(
  Array.from({ length: 11_000 }, (_, n) => ({
    id: n,
    name: `Item ${n}`,
    text: 'One sentence about it. '.repeat(4),
    tags: ['one', 'two', { three: n }],
  })),
)

export function runReference(): void {
  JSON.stringify(JSON.parse(referenceDocument))
}

function measureReference(): number {
  const before = process.threadCpuUsage()
  runReference()
  return cpuSince(before)
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * Watches the event loop of this thread while `run` runs. A busy or slow machine slows the reference down as much as
 * the work, so their ratio can be asserted where milliseconds cannot.
 */
export async function watchStalls<T>(run: () => Promise<T>): Promise<{ result: T; longest: WatchedStall }> {
  const before = measureReference()
  const { result, longest } = await watchTurns(run)
  const reference = Math.max(before, measureReference())
  return { result, longest: { ...longest, references: longest.cpuMilliseconds / reference } }
}

async function watchTurns<T>(run: () => Promise<T>): Promise<{ result: T; longest: Stall }> {
  const longest: Stall = { cpuMilliseconds: 0, wallMilliseconds: 0 }
  let wallStartedAt = performance.now()
  let cpuStartedAt = process.threadCpuUsage()
  const endTurn = () => {
    longest.cpuMilliseconds = Math.max(longest.cpuMilliseconds, cpuSince(cpuStartedAt))
    longest.wallMilliseconds = Math.max(longest.wallMilliseconds, performance.now() - wallStartedAt)
    cpuStartedAt = process.threadCpuUsage()
    wallStartedAt = performance.now()
  }
  // A one-millisecond timer fires once in each turn of the loop, so there is one turn between two calls.
  const timer = setInterval(endTurn, 1)
  try {
    const result = await run()
    endTurn()
    return { result, longest }
  } finally {
    clearInterval(timer)
  }
}
