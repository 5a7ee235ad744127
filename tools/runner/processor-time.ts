import { readdirSync, readFileSync } from 'node:fs'

/** /proc counts CPU time in hundredths of a second on every architecture that Node supports. */
const ticksPerSecond = 100

type ProcessTimes = { pid: number; parent: number; own: number; endedChildren: number }

/**
 * Returns the CPU seconds of a process and its descendants since they started, including descendants that have ended.
 * Wall-clock time says little on a machine with other work; this does. Linux only, elsewhere undefined.
 */
export function readProcessorSeconds(pid: number): number | undefined {
  const root = readTimes(pid)
  if (!root) return undefined
  const childrenOf = Map.groupBy(listProcesses(), ({ parent }) => parent)
  const sumTree = (process: ProcessTimes): number =>
    (childrenOf.get(process.pid) ?? []).reduce(
      (sum, child) => sum + sumTree(child),
      process.own + process.endedChildren,
    )
  return sumTree(root) / ticksPerSecond
}

function listProcesses(): ProcessTimes[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readTimes(Number(name)) ?? []) : []))
}

function readTimes(pid: number): ProcessTimes | undefined {
  try {
    return parseTimes(pid, readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    // It has ended, or there is no /proc.
    return undefined
  }
}

/** The name of a program is in parentheses and may contain spaces and parentheses. */
export function parseTimes(pid: number, stat: string): ProcessTimes {
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((n) => fields[n])
  return { pid, parent, own: user + system, endedChildren: endedUser + endedSystem }
}
