import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Returns the resident memory of a process, as Linux reports it. */
export function readResidentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1000
}

/** Measures the peak memory of a process during `run`, beyond its memory before. */
export async function measurePeakMemory<T>(
  pid: number,
  run: () => Promise<T>,
): Promise<{ result: T; megabytesBefore: number; grownMegabytes: number }> {
  const megabytesBefore = readResidentMegabytes(pid)
  let peak = megabytesBefore
  let isWatching = true
  const watcher = (async () => {
    while (isWatching) {
      peak = Math.max(peak, readResidentMegabytes(pid))
      await sleep(50)
    }
  })()
  try {
    return {
      result: await run(),
      megabytesBefore,
      grownMegabytes: Math.max(peak, readResidentMegabytes(pid)) - megabytesBefore,
    }
  } finally {
    isWatching = false
    await watcher
  }
}
