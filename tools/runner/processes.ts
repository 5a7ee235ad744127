import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { compareMachineTimes, type MachineTimes, readMachineTimes } from '../../server/src/testing/processor-time.ts'

export type ProcessResult = { code: number; output: string }

/** The whole run was asked to stop; whatever was running has no result. */
export class RunStoppedError extends Error {}

const runningChildren = new Set<ChildProcess>()
let stopped = false

export const isRunStopped = (): boolean => stopped

/** Runs a program to its end. With `stdio: 'inherit'` it prints directly and `output` stays empty. */
export function runProcess(command: string, args: string[], options: SpawnOptions = {}): Promise<ProcessResult> {
  if (stopped) return Promise.reject(new RunStoppedError())
  return new Promise((resolve, reject) => {
    const child = trackProcess(spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options, detached: true }))
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
    child.on('error', (error) => resolve({ code: 127, output: `${command} could not be started: ${error.message}` }))
    child.on('close', (code) => {
      if (stopped) reject(new RunStoppedError())
      else resolve({ code: code ?? 1, output })
    })
  })
}

/**
 * Registers a process for `stopAll`. It must be `detached`, in a process group of its own, so that stopping it also
 * stops its children.
 */
export function trackProcess<Child extends ChildProcess>(child: Child): Child {
  runningChildren.add(child)
  for (const end of ['exit', 'error']) child.on(end, () => runningChildren.delete(child))
  return child
}

/** Asks every running process to stop, kills it after three seconds, and lets no new one start. */
export async function stopAll(): Promise<void> {
  stopped = true
  const children = [...runningChildren]
  const exits = Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))))
  for (const child of children) signalGroup(child, 'SIGTERM')
  const killTimer = setTimeout(() => {
    for (const child of children) killGroup(child)
  }, 3000)
  await exits
  clearTimeout(killTimer)
  // A child of a test may outlive its test process.
  for (const child of children) killGroup(child)
}

/** Kills a process and its children at once. */
export const killGroup = (child: ChildProcess): void => signalGroup(child, 'SIGKILL')

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal)
  } catch {
    // The process group no longer exists.
  }
}

/** Distinguishes a slow run on a busy host from a run that got slower: a virtual machine may wait for its host. */
export function formatProcessorReport(before: MachineTimes | undefined, after = readMachineTimes()): string {
  if (!before || !after) return ''
  const { busy, idle, stolen, total } = compareMachineTimes(before, after)
  const percent = (share: number) => `${Math.round((100 * share) / Math.max(total, 1))} %`
  return `Processor (${availableParallelism()} cores): ${percent(busy)} busy, ${percent(stolen)} taken by the host, ${percent(idle)} idle.`
}
