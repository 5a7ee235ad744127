import { existsSync, readdirSync, readFileSync } from 'node:fs'

const millisecondsPerTick = 10

/** Only Linux tells the processor time of other processes in `/proc`. */
export const hasProcessorTimes = existsSync('/proc/self/stat')
export const noProcessorTimes = 'this system has no /proc, which tells the processor time of a process'

/** Fields of `/proc/<pid>/stat` from the state on; the name before it may contain spaces. Undefined once it is gone. */
function readStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

export const parentOf = (pid: number): number => Number(readStat(pid)?.[1])

/** Returns the milliseconds of processor time that a process has used, all of its threads together. */
export const readProcessorMilliseconds = (pid: number): number => sumTicks(readStat(pid)?.slice(11, 13))

/** Returns the same of a process and its living descendants, with what those that have ended had used. */
export function readFamilyMilliseconds(root: number): number {
  if (!hasProcessorTimes) return 0
  const children = Map.groupBy(listProcesses(), ({ parent }) => parent)
  const sumFamily = ({ pid, ticks }: ProcessTicks): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + sumFamily(child), ticks)
  return sumFamily({ pid: root, parent: 0, ticks: sumTicks(readStat(root)?.slice(11, 15)) })
}

/** `ticks` includes the descendants that the process has waited for. */
type ProcessTicks = { pid: number; parent: number; ticks: number }

function listProcesses(): ProcessTicks[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), stat: readStat(Number(name)) }))
    .map(({ pid, stat }) => ({ pid, parent: Number(stat?.[1]), ticks: sumTicks(stat?.slice(11, 15)) }))
}

const sumTicks = (fields: readonly string[] = []): number =>
  fields.reduce((sum, ticks) => sum + Number(ticks), 0) * millisecondsPerTick

export type MachineTimes = { total: number; busy: number; stolen: number }

/** Returns what all processors have done since the machine started, in milliseconds. */
export function readMachineTimes(): MachineTimes {
  const [user, nice, system, idle, iowait, irq, softirq, steal] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .split(/\s+/)
    .slice(1)
    .map((ticks) => Number(ticks) * millisecondsPerTick) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const busy = user + nice + system + irq + softirq
  return { total: busy + idle + iowait + steal, busy, stolen: steal }
}
