import { readdirSync, readFileSync } from 'node:fs'
import { listProcessTree } from '../../faults/environment/processes.ts'

export type ProcessUsage = { megabytes: number; descriptors: number }

/** Returns the resources of a process, as Linux reports them; zeros if it is gone. */
export function readProcessUsage(pid: number | undefined): ProcessUsage {
  if (pid === undefined) return { megabytes: 0, descriptors: 0 }
  return { megabytes: readKilobytes(pid, 'VmRSS') / 1000, descriptors: countDescriptors(pid) }
}

/** Sums the private memory of PostgreSQL and all its children: shared memory would count once per process. */
export function readProcessTreeUsage(pid: number | undefined): ProcessUsage {
  const pids = pid === undefined ? [] : listProcessTree(pid)
  return {
    megabytes: pids.reduce((sum, member) => sum + readKilobytes(member, 'RssAnon'), 0) / 1000,
    descriptors: pids.reduce((sum, member) => sum + countDescriptors(member), 0),
  }
}

function readKilobytes(pid: number, field: 'VmRSS' | 'RssAnon'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0)
  } catch {
    return 0
  }
}

function countDescriptors(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}
