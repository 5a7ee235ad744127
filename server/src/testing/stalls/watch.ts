/** How long the event loop stood still at the most. */
type Stall = {
  /** Processor time of this thread between two turns: what another program took of the machine does not count. */
  cpuMilliseconds: number
  wallMilliseconds: number
}

/** Watches the event loop of this thread while something goes on. */
export async function watchStalls<T>(act: () => Promise<T>): Promise<{ result: T; longest: Stall }> {
  const longest: Stall = { cpuMilliseconds: 0, wallMilliseconds: 0 }
  let wall = performance.now()
  let cpu = process.threadCpuUsage()
  // A timer of a millisecond runs once in each round of the loop, so that between two of them lies one round.
  const timer = setInterval(() => {
    const now = performance.now()
    const { user, system } = process.threadCpuUsage(cpu)
    longest.cpuMilliseconds = Math.max(longest.cpuMilliseconds, (user + system) / 1000)
    longest.wallMilliseconds = Math.max(longest.wallMilliseconds, now - wall)
    cpu = process.threadCpuUsage()
    wall = performance.now()
  }, 1)
  try {
    return { result: await act(), longest }
  } finally {
    clearInterval(timer)
  }
}
