import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** /proc counts processor time in hundredths of a second on every architecture that Node supports. */
export const ticksPerSecond = 100

/** Only Linux tells the processor time of other processes in `/proc`. */
export const hasProcessorTimes = existsSync('/proc/self/stat')
export const noProcessorTimes = 'this system has no /proc, which tells the processor time of a process'

/** In ticks; `endedChildren` includes the descendants that the process has waited for. */
type ProcessTimes = { pid: number; parent: number; own: number; endedChildren: number }

/** The name of a program is in parentheses and may contain spaces and parentheses. */
export function parseTimes(pid: number, stat: string): ProcessTimes {
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((n) => fields[n])
  return { pid, parent, own: user + system, endedChildren: endedUser + endedSystem }
}

function readTimes(pid: number): ProcessTimes | undefined {
  try {
    return parseTimes(pid, readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    // It has ended, or there is no /proc.
    return undefined
  }
}

export const parentOf = (pid: number): number => readTimes(pid)?.parent ?? 0

/** Returns the milliseconds of processor time that a process has used, all of its threads together. */
export const readProcessorMilliseconds = (pid: number): number => ((readTimes(pid)?.own ?? 0) * 1000) / ticksPerSecond

/**
 * Returns the processor seconds of a process and its descendants since they started, including descendants that have
 * ended. Wall-clock time says little on a machine with other work; this does. Undefined where the process does not exist
 * or there is no /proc.
 */
export function readFamilySeconds(pid: number): number | undefined {
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

/** The same in milliseconds; 0 where it is unknown. */
export const readFamilyMilliseconds = (pid: number): number => (readFamilySeconds(pid) ?? 0) * 1000

function listProcesses(): ProcessTimes[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readTimes(Number(name)) ?? []) : []))
}

/** In ticks. `stolen` is what the host of a virtual machine withheld. */
export type MachineTimes = { busy: number; idle: number; stolen: number }

/** Reads what all processors of this machine have done since it started; undefined where there is no /proc. */
export function readMachineTimes(stat = readMachineStat()): MachineTimes | undefined {
  const [user, nice, system, idle, ioWait, irq, softIrq, stolen] =
    /^cpu +(.+)$/m.exec(stat)?.[1]?.split(' ').map(Number) ?? []
  if (stolen === undefined) return undefined
  return { busy: user! + nice! + system! + irq! + softIrq!, idle: idle! + ioWait!, stolen }
}

/** Returns the ticks between two readings, and all of them together. */
export function compareMachineTimes(before: MachineTimes, after: MachineTimes): MachineTimes & { total: number } {
  const [busy, idle, stolen] = (['busy', 'idle', 'stolen'] as const).map((name) => after[name] - before[name]) as [
    number,
    number,
    number,
  ]
  return { busy, idle, stolen, total: busy + idle + stolen }
}

function readMachineStat(): string {
  try {
    return readFileSync('/proc/stat', 'utf8')
  } catch {
    return ''
  }
}
