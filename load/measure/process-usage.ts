import { readdirSync, readFileSync } from 'node:fs'
import { listProcessTree } from '../../faults/environment/processes.ts'

export type ProcessUsage = { megabytes: number; descriptors: number }

/** Returns the resources of a process, as Linux reports them; zeros if it is gone. */
export function readProcessUsage(pid: number | undefined): ProcessUsage {
  if (pid === undefined) return { megabytes: 0, descriptors: 0 }
  return { megabytes: kilobytesIn(pid, 'VmRSS') / 1000, descriptors: descriptorsOf(pid) }
}

/** Sums the private memory of PostgreSQL and all its children: shared memory would count once per process. */
export function readProcessTreeUsage(pid: number | undefined): ProcessUsage {
  const family = pid === undefined ? [] : listProcessTree(pid)
  return {
    megabytes: family.reduce((sum, one) => sum + kilobytesIn(one, 'RssAnon'), 0) / 1000,
    descriptors: family.reduce((sum, one) => sum + descriptorsOf(one), 0),
  }
}

function kilobytesIn(pid: number, field: 'VmRSS' | 'RssAnon'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0)
  } catch {
    return 0
  }
}

function descriptorsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}
