import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { InstallationCredentials } from '../credentials.ts'
import { findFreePort } from './free-port.ts'
import { maskSecrets } from './mask-secrets.ts'

export type ParleyProcess = {
  child: ChildProcess
  env: Record<string, string>
  origin: string
  gateway: string
  output(): string
  credentials(): InstallationCredentials
  /** Ends it with this signal and returns the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

const folders: string[] = []
const processes: ParleyProcess[] = []

/** Processes first, then folders: a Parley whose folder is gone could not stop its database. */
after(async () => {
  await Promise.all(processes.map((parley) => parley.end()))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

/** A folder for the test, deleted when the file is done. */
export function createScratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'))
  folders.push(folder)
  return folder
}

/** Starts Parley as a separate process and waits until it is ready. */
export async function startParleyProcess(
  env: Record<string, string>,
  options: ProcessOptions = {},
): Promise<ParleyProcess> {
  const parley = await spawnParleyProcess(env, options)
  for (let attempts = 0; attempts < 1800; attempts++) {
    if (parley.child.exitCode !== null)
      throw new Error(`Parley ended with ${parley.child.exitCode}:\n${maskSecrets(parley.output())}`)
    if (await isParleyReady(env.ROLES?.startsWith('gateway') ? parley.gateway : parley.origin)) return parley
    await sleep(50)
  }
  throw new Error(`Parley was not ready within 90 s:\n${maskSecrets(parley.output())}`)
}

/** Runs a start that must fail; returns its exit code and output. */
export async function startExpectingFailure(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const parley = await spawnParleyProcess(env)
  if (parley.child.exitCode === null) await once(parley.child, 'exit')
  return { code: parley.child.exitCode, output: parley.output() }
}

/** `stdout` is a file to print to, instead of `output()`. `program` is an installed Parley, instead of this server. */
type ProcessOptions = { stdout?: number; program?: string }

/** What `npm start` runs. */
export const sourceProgram = fileURLToPath(new URL('../main.ts', import.meta.url))
/** The complete run names a bundle of the sources, which starts faster. */
const { TEST_SERVER_PROGRAM: defaultProgram = sourceProgram } = process.env

export async function spawnParleyProcess(
  settings: Record<string, string>,
  { stdout, program = defaultProgram }: ProcessOptions = {},
): Promise<ParleyProcess> {
  const ports = { PORT: String(await findFreePort()), GATEWAY_PORT: String(await findFreePort()) }
  const env = { LOG_LEVEL: 'warn', MEANINGS: 'off', WARM_UP: 'off', ...ports, ...settings }
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    child.kill(signal)
    await once(child, 'exit')
    return child.exitCode
  }
  const parley = {
    child,
    env,
    origin: `http://127.0.0.1:${env.PORT}`,
    gateway: `http://127.0.0.1:${env.GATEWAY_PORT}`,
    output: () => output,
    credentials: () => JSON.parse(readFileSync(join(settings.DATA_DIR as string, 'credentials.json'), 'utf8')),
    end,
  }
  processes.push(parley)
  return parley
}

export async function isParleyReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
}

export type ParleyReply = { status: number; body: Record<string, unknown> & { id?: string; data?: { id: string }[] } }

export async function callParley(
  { origin, token }: { origin: string; token: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<ParleyReply> {
  const response = await fetch(`${origin}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
}
