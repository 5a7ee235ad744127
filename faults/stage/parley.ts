import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../server/src/testing/free-port.ts'

/** One place on a machine where a Parley runs: who dies there comes back with the same folder and ports. */
export type Parley = Awaited<ReturnType<typeof placeOf>>
export type Roles = 'api,gateway' | 'api' | 'gateway' | 'worker'

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const clock = new URL('clock.ts', import.meta.url).href
const compiled = fileURLToPath(new URL('../../.cache/compiled', import.meta.url))

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** With `trueClock` its clock cannot be moved, and costs what clocks cost. */
export type Placing = { name: string; folder: string; roles: Roles; env: Record<string, string>; trueClock?: boolean }

export async function placeOf({ name, folder, roles, env, trueClock = false }: Placing) {
  const dataDir = join(folder, name)
  mkdirSync(dataDir, { recursive: true })
  const clockFile = join(dataDir, 'clock')
  const ports = { PORT: String(await freePort()), GATEWAY_PORT: String(await freePort()) }
  const all = { ...environment(), ...ports, ...env, ROLES: roles, DATA_DIR: dataDir, CLOCK_FILE: clockFile }
  const log = join(folder, `${name}.log`)
  const state = { child: undefined as ChildProcess | undefined, expected: false, ownEnds: [] as string[] }

  function start(): void {
    const child = spawn(process.execPath, [...(trueClock ? [] : ['--import', clock]), main], {
      env: all,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const out = createWriteStream(log, { flags: 'a' })
    child.stdout?.pipe(out, { end: false })
    child.stderr?.pipe(out, { end: false })
    children.add(child)
    state.child = child
    state.expected = false
    child.once('exit', (code, signal) => {
      children.delete(child)
      out.end()
      if (!state.expected) state.ownEnds.push(`${name} ended by itself with ${code ?? signal}`)
    })
  }

  const place = {
    name,
    roles,
    dataDir,
    /** Where it writes what it has to say. */
    log,
    origin: `http://127.0.0.1:${ports.PORT}`,
    gateway: `http://127.0.0.1:${ports.GATEWAY_PORT}`,
    start,
    /** Ended without anybody having asked for it. */
    ownEnds: state.ownEnds,
    pid: () => state.child?.pid,
    isUp: () => state.child !== undefined && !hasEnded(state.child),
    /** Sends it a signal, and answers the exit code where the signal ends it. */
    async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
      const { child } = state
      if (!child || hasEnded(child)) return null
      state.expected = true
      const ended = once(child, 'exit')
      child.kill(signal)
      if (signal === 'SIGKILL') child.kill('SIGCONT')
      await ended
      return child.exitCode
    },
    freeze: () => void state.child?.kill('SIGSTOP'),
    thaw: () => void state.child?.kill('SIGCONT'),
    /** Its clock shows so much more (or less) than the true time. */
    moveClock: (milliseconds: number) => writeFileSync(clockFile, String(milliseconds)),
    printed: () => readFileSync(log, 'utf8'),
    async ready(): Promise<void> {
      const limit = Date.now() + 90_000
      while (!(await answers(`${roles.endsWith('gateway') ? place.gateway : place.origin}/readyz`))) {
        if (!place.isUp()) throw new Error(`${name} did not start; see ${log}`)
        if (Date.now() > limit) throw new Error(`${name} was not ready within 90 s; see ${log}`)
        await sleep(50)
      }
    },
  }
  return place
}

function environment(): Record<string, string> {
  const { PATH = '', TMPDIR = '/tmp', NODE_COMPILE_CACHE = compiled } = process.env
  const quiet = { LOG_LEVEL: 'warn', MEANINGS: 'off', DEMO: 'off', ALLOW_PRIVATE_NETWORK: 'on' }
  return { PATH, TMPDIR, NODE_COMPILE_CACHE, ...quiet }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    (response) => response.ok,
    () => false,
  )
}
