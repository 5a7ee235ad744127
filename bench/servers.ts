import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export type Server = { origin: string; stop(): Promise<void> }

/** The running API, an API key, and an empty agent. */
export type BenchParley = Server & {
  key: string
  sysopKey: string
  agent: string
  gateway: string
  accessToken: string
  pid: number
  console: { email: string; password: string }
}

/** Creates its own database by default. */
export async function startBenchParley(databaseUrl = '', settings: Record<string, string> = {}): Promise<BenchParley> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    GATEWAY_PORT: String(port + 1),
    LOG_LEVEL: 'warn',
    DATABASE_URL: databaseUrl,
    ALLOW_PRIVATE_NETWORK: 'on',
    // Otherwise the demo data would be created during the measurement.
    DEMO: 'off',
    ...settings,
  }
  const child = startChild('../server/src/main.ts', [], env)
  const origin = `http://127.0.0.1:${port}`
  await waitUntilReady(`${origin}/readyz`, child)
  const { apiKey, sysopKey, console } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'))
  const { agent, accessToken } = await createFirstAgent(`${origin}/v1/orgs/demo/agents`, apiKey)
  const stop = async () => {
    await stopProcess(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  const gateway = `http://127.0.0.1:${port + 1}`
  return { origin, key: apiKey, sysopKey, agent, gateway, accessToken, pid: child.pid as number, console, stop }
}

/** Starts another process on the same database and returns the origin that it serves. */
export async function startSecondProcess(databaseUrl: string, settings: Record<string, string>): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const ports = { PORT: String(port), GATEWAY_PORT: String(port + 1) }
  const defaults = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    ALLOW_PRIVATE_NETWORK: 'on',
    DEMO: 'off',
  }
  const child = startChild('../server/src/main.ts', [], { ...process.env, ...defaults, ...ports, ...settings })
  const origin = `http://127.0.0.1:${settings.ROLES === 'gateway' ? port + 1 : port}`
  await waitUntilReady(`${origin}/readyz`, child)
  const stop = async () => {
    await stopProcess(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { origin, stop }
}

async function createFirstAgent(agents: string, key: string): Promise<{ agent: string; accessToken: string }> {
  const post = async (url: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${url} returned ${response.status}`)
    return (await response.json()) as { id: string; accessToken: string }
  }
  const { id: agent } = await post(agents, { name: 'Bench' })
  const { accessToken } = await post(`${agents}/${agent}/gateway/_rotateAccessToken`, {})
  return { agent, accessToken }
}

export async function startBareServer(body: string): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const file = join(folder, 'body')
  writeFileSync(file, body)
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const child = startChild('bare-server.ts', [String(port), file], process.env)
  const origin = `http://127.0.0.1:${port}`
  await waitUntilReady(origin, child)
  rmSync(folder, { recursive: true })
  return { origin, stop: () => stopProcess(child) }
}

export async function startProgram(file: string, args: string[] = []): Promise<Server & { pid: number }> {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const child = startChild(file, [String(port), ...args], process.env)
  const origin = `http://127.0.0.1:${port}`
  await waitUntilReady(origin, child)
  return { origin, pid: child.pid as number, stop: () => stopProcess(child) }
}

function startChild(file: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return killOnExit(child)
}

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGTERM')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** No child process survives a benchmark that fails halfway. */
export function killOnExit(child: ChildProcess): ChildProcess {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

export async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (let attempts = 0; attempts < 1_200; attempts++) {
    if (child.exitCode !== null) throw new Error(`a benchmark server exited with ${child.exitCode}`)
    const isReady = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await sleep(100)
  }
  throw new Error(`${url} did not answer within two minutes`)
}

export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
