import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, createWriteStream, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../server/src/testing/free-port.ts'
import type { AllowedExit } from '../invariants/invariant.ts'

/** A slot for one Parley process: a process that dies restarts with the same folder and ports. */
export type ManagedParley = {
  name: string
  roles: Roles
  dataDir: string
  log: string
  origin: string
  gateway: string
  start: () => void
  unexpectedExits: string[]
  allowedExits: AllowedExit[]
  pid: () => number | undefined
  isUp: () => boolean
  stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  freeze: () => undefined
  thaw: () => undefined
  shiftClock: (milliseconds: number) => void
  readLog: () => string
  ready(): Promise<void>
}
export type Roles = 'api,gateway' | 'api' | 'gateway' | 'worker' | 'api,gateway,worker'

/** The complete run of the tests names a bundle of the sources, which starts faster. */
const { TEST_SERVER_PROGRAM: main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url)) } = process.env
const clock = new URL('clock.ts', import.meta.url).href
const compiled = fileURLToPath(new URL('../../.cache/compiled', import.meta.url))

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

export type ManagedParleyOptions = {
  name: string
  folder: string
  roles: Roles
  env: Record<string, string>
  /** Uses the real clock, which cannot be moved and adds no overhead. */
  realClock?: boolean
  /** Where the process writes its own log; by default its output goes to the data folder. */
  logFolder?: string
  /** Whether the start may exit by itself, provided it prints the reason. */
  mayExit?: boolean
}

export async function createManagedParley(options: ManagedParleyOptions): Promise<ManagedParley> {
  const { name, folder, roles, env, realClock = false, logFolder, mayExit = false } = options
  const dataDir = join(folder, name)
  mkdirSync(dataDir, { recursive: true })
  const clockFile = join(dataDir, 'clock')
  const ports = { PORT: String(await findFreePort()), GATEWAY_PORT: String(await findFreePort()) }
  const processEnv = { ...buildBaseEnv(), ...ports, ...env, ROLES: roles, DATA_DIR: dataDir, CLOCK_FILE: clockFile }
  const log = join(logFolder ?? folder, `${name}.log`)
  const unexpectedExits: string[] = []
  const allowedExits: AllowedExit[] = []
  const state: { child?: ChildProcess } = {}
  /** Processes that were asked to exit. */
  const expected = new WeakSet<ChildProcess>()

  function start(): void {
    const file = logFolder && openSync(log, 'a')
    const child = spawn(process.execPath, [...(realClock ? [] : ['--import', clock]), main], {
      env: processEnv,
      stdio: ['ignore', file || 'pipe', file || 'pipe'],
    })
    if (file) closeSync(file)
    const readOutput = file ? () => '' : captureOutput(child, log)
    children.add(child)
    state.child = child
    child.once('exit', () => children.delete(child))
    child.once('close', (code, signal) => {
      if (expected.has(child)) return
      if (mayExit) allowedExits.push({ code, signal, output: readOutput() })
      else unexpectedExits.push(`${name} exited unexpectedly with ${code ?? signal}`)
    })
  }

  const managed = {
    name,
    roles,
    dataDir,
    log,
    origin: `http://127.0.0.1:${ports.PORT}`,
    gateway: `http://127.0.0.1:${ports.GATEWAY_PORT}`,
    start,
    unexpectedExits,
    allowedExits,
    pid: () => state.child?.pid,
    isUp: () => state.child !== undefined && !hasEnded(state.child),
    /** Sends a signal and returns the exit code if the process ends. */
    async stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
      const { child } = state
      if (!child || hasEnded(child)) return null
      expected.add(child)
      const ended = once(child, 'exit')
      child.kill(signal)
      if (signal === 'SIGKILL') child.kill('SIGCONT')
      await ended
      return child.exitCode
    },
    freeze: () => void state.child?.kill('SIGSTOP'),
    thaw: () => void state.child?.kill('SIGCONT'),
    shiftClock: (milliseconds: number) => writeFileSync(clockFile, String(milliseconds)),
    readLog: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
    async ready(): Promise<void> {
      const deadline = Date.now() + 90_000
      while (!(await respondsOk(`${roles.endsWith('gateway') ? managed.gateway : managed.origin}/readyz`))) {
        if (!managed.isUp()) throw new Error(`${name} did not start; see ${log}`)
        if (Date.now() > deadline) throw new Error(`${name} was not ready within 90 s; see ${log}`)
        await sleep(50)
      }
    },
  }
  return managed
}

/** Returns a function that reads the output since this start. */
function captureOutput(child: ChildProcess, log: string): () => string {
  const out = createWriteStream(log, { flags: 'a' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
    stream?.pipe(out, { end: false })
  }
  child.once('close', () => out.end())
  return () => output
}

function buildBaseEnv(): Record<string, string> {
  const { PATH = '', TMPDIR = '/tmp', NODE_COMPILE_CACHE = compiled } = process.env
  const settings = { LOG_LEVEL: 'warn', MEANINGS: 'off', WARM_UP: 'off', DEMO: 'off', ALLOW_PRIVATE_NETWORK: 'on' }
  return { PATH, TMPDIR, NODE_COMPILE_CACHE, ...settings }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function respondsOk(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    (response) => response.ok,
    () => false,
  )
}
