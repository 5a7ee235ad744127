import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

export type ProcessResult = { code: number; output: string }

/** The whole run was asked to end; nothing that was running has a result. */
export class RunStoppedError extends Error {}

const running = new Set<ChildProcess>()
let stopped = false

export const isRunStopped = (): boolean => stopped

/** Runs a program to its end. With `stdio: 'inherit'` it writes for itself and `output` stays empty. */
export function runProcess(command: string, args: string[], options: SpawnOptions = {}): Promise<ProcessResult> {
  if (stopped) return Promise.reject(new RunStoppedError())
  return new Promise((resolve, reject) => {
    const child = track(spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options, detached: true }))
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
 * Lets `stopAll` end this process. It must be `detached`: in a process group of its own, so that stopping it also stops
 * what it started.
 */
export function track<Child extends ChildProcess>(child: Child): Child {
  running.add(child)
  for (const end of ['exit', 'error']) child.on(end, () => running.delete(child))
  return child
}

/** Asks everything that still runs to stop, insists after three seconds, and lets nothing start any more. */
export async function stopAll(): Promise<void> {
  stopped = true
  const children = [...running]
  const ended = Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))))
  for (const child of children) signalGroup(child, 'SIGTERM')
  const insist = setTimeout(() => {
    for (const child of children) killGroup(child)
  }, 3000)
  await ended
  clearTimeout(insist)
  // What a test started may outlive the test process it belonged to.
  for (const child of children) killGroup(child)
}

/** Ends this process and what it started, at once. */
export const killGroup = (child: ChildProcess): void => signalGroup(child, 'SIGKILL')

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal)
  } catch {
    // The group is already gone.
  }
}
