import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

type ProcessorTime = { busy: number; idle: number; stolen: number }

/** Reads the CPU time of this machine since boot, in ticks. Linux only. */
export function readProcessorTime(stat = readStat()): ProcessorTime | undefined {
  const [user, nice, system, idle, ioWait, irq, softIrq, stolen] =
    /^cpu +(.+)$/m.exec(stat)?.[1]?.split(' ').map(Number) ?? []
  if (stolen === undefined) return undefined
  return { busy: user! + nice! + system! + irq! + softIrq!, idle: idle! + ioWait!, stolen }
}

/** Distinguishes a slow run on a busy host from a run that got slower: a virtual machine may wait for its host. */
export function processorReport(before: ProcessorTime | undefined, after = readProcessorTime()): string {
  if (!before || !after) return ''
  const busy = after.busy - before.busy
  const stolen = after.stolen - before.stolen
  const total = busy + stolen + after.idle - before.idle
  const percent = (part: number) => `${Math.round((100 * part) / Math.max(total, 1))} %`
  return `Processor (${availableParallelism()} cores): ${percent(busy)} busy, ${percent(stolen)} taken by the host, ${percent(total - busy - stolen)} idle.`
}

function readStat(): string {
  try {
    return readFileSync('/proc/stat', 'utf8')
  } catch {
    return ''
  }
}
