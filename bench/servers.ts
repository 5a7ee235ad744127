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
export async function startBenchParley(databaseUrl = '', more: Record<string, string> = {}): Promise<BenchParley> {
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
    ...more,
  }
  const child = run('../server/src/main.ts', [], env)
  const origin = `http://127.0.0.1:${port}`
  await ready(`${origin}/readyz`, child)
  const { apiKey, sysopKey, console } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'))
  const { agent, accessToken } = await firstAgent(`${origin}/v1/orgs/demo/agents`, apiKey)
  const stop = async () => {
    await endProcess(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  const gateway = `http://127.0.0.1:${port + 1}`
  return { origin, key: apiKey, sysopKey, agent, gateway, accessToken, pid: child.pid as number, console, stop }
}

/** Starts another process on the same database and returns the origin that it serves. */
export async function startSecondProcess(databaseUrl: string, more: Record<string, string>): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const ports = { PORT: String(port), GATEWAY_PORT: String(port + 1) }
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    ALLOW_PRIVATE_NETWORK: 'on',
    DEMO: 'off',
  }
  const child = run('../server/src/main.ts', [], { ...process.env, ...settings, ...ports, ...more })
  const origin = `http://127.0.0.1:${more.ROLES === 'gateway' ? port + 1 : port}`
  await ready(`${origin}/readyz`, child)
  const stop = async () => {
    await endProcess(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { origin, stop }
}

async function firstAgent(agents: string, key: string): Promise<{ agent: string; accessToken: string }> {
  const post = async (url: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
    return (await answer.json()) as { id: string; accessToken: string }
  }
  const { id: agent } = await post(agents, { name: 'Bench' })
  const { accessToken } = await post(`${agents}/${agent}/gateway/_rotateAccessToken`, {})
  return { agent, accessToken }
}

export async function startBare(body: string): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const file = join(folder, 'body')
  writeFileSync(file, body)
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const child = run('bare-server.ts', [String(port), file], process.env)
  const origin = `http://127.0.0.1:${port}`
  await ready(origin, child)
  rmSync(folder, { recursive: true })
  return { origin, stop: () => endProcess(child) }
}

export async function startProgram(file: string, args: string[] = []): Promise<Server> {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const child = run(file, [String(port), ...args], process.env)
  const origin = `http://127.0.0.1:${port}`
  await ready(origin, child)
  return { origin, stop: () => endProcess(child) }
}

function run(file: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
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

export async function ready(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`a benchmark server exited with ${child.exitCode}`)
    const answered = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (answered) return
    await sleep(100)
  }
  throw new Error(`${url} did not answer within 30 s`)
}

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
