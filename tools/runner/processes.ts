import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

export type Ended = { code: number; output: string }

/** Somebody wants the whole run to end; nothing that was running has a result. */
export class Stopped extends Error {}

const running = new Set<ChildProcess>()
let stopped = false

/**
 * Runs a program to its end. Each gets a process group of its own, so that stopping it also stops what it started;
 * with `stdio: 'inherit'` it writes for itself and `output` stays empty.
 */
export function run(command: string, args: string[], options: SpawnOptions = {}): Promise<Ended> {
  if (stopped) return Promise.reject(new Stopped())
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options, detached: true })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
    running.add(child)
    child.on('error', (error) => resolve({ code: 127, output: `${command} could not be started: ${error.message}` }))
    child.on('close', (code) => {
      running.delete(child)
      if (stopped) reject(new Stopped())
      else resolve({ code: code ?? 1, output })
    })
  })
}

/** Asks everything that still runs to stop, insists after three seconds, and lets nothing start any more. */
export async function stopAll(): Promise<void> {
  stopped = true
  const children = [...running]
  const ended = Promise.all(children.map((child) => new Promise((resolve) => child.once('close', resolve))))
  for (const child of children) signalGroup(child, 'SIGTERM')
  const insist = setTimeout(() => {
    for (const child of children) signalGroup(child, 'SIGKILL')
  }, 3000)
  await ended
  clearTimeout(insist)
  // What a test started may outlive the test process it belonged to.
  for (const child of children) signalGroup(child, 'SIGKILL')
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal)
  } catch {
    // The group is already gone.
  }
}
