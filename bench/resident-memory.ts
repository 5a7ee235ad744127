import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Returns the resident memory of a process, as Linux reports it. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1000
}

/** Measures the peak memory of a process during `act`, beyond its memory before. */
export async function measurePeakMemory<T>(
  pid: number,
  act: () => Promise<T>,
): Promise<{ result: T; before: number; grown: number }> {
  const before = residentMegabytes(pid)
  let most = before
  let watching = true
  const watched = (async () => {
    while (watching) {
      most = Math.max(most, residentMegabytes(pid))
      await sleep(50)
    }
  })()
  try {
    return { result: await act(), before, grown: Math.max(most, residentMegabytes(pid)) - before }
  } finally {
    watching = false
    await watched
  }
}
