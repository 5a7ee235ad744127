import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import type { Benchmark } from './benchmark.ts'

const connections = 64
const rounds = 7
const roundSeconds = 2
const warmUpSeconds = 4

type Server = { origin: string; stop(): Promise<void> }
type Asked = { method: 'GET' | 'POST'; path: string; token: string; body?: string }

/** Authenticated calls of Parley against a bare server of the same framework that answers the same bytes. */
export async function benchHttp(): Promise<Benchmark[]> {
  const parley = await startParley()
  try {
    const read = { method: 'GET', path: `/v1/orgs/demo/agents/${parley.agent}`, token: parley.key } as const
    const write = {
      method: 'POST',
      path: '/v1/orgs/demo/agents',
      token: parley.key,
      body: JSON.stringify({ name: 'Bench' }),
    } as const
    return [
      await compare('GET of an agent', parley.origin, read),
      await compare('POST of an agent', parley.origin, write),
    ]
  } finally {
    await parley.stop()
  }
}

/** Short rounds in turn, so that other load on the machine falls on both; the round of the median ratio speaks. */
async function compare(name: string, origin: string, asked: Asked): Promise<Benchmark> {
  const sample = await (await call(origin, asked)).text()
  const bare = await startBare(sample)
  try {
    await rate(origin, asked, warmUpSeconds)
    await rate(bare.origin, asked, 1)
    const measured: Benchmark[] = []
    for (let round = 0; round < rounds; round++) {
      const ours = await rate(origin, asked, roundSeconds)
      const ceiling = await rate(bare.origin, asked, roundSeconds)
      measured.push({ name, ours, ceiling, unit: 'calls/s' })
    }
    measured.sort((one, other) => one.ours / one.ceiling - other.ours / other.ceiling)
    return measured[(rounds - 1) / 2] as Benchmark
  } finally {
    await bare.stop()
  }
}

let made = 0

async function rate(origin: string, asked: Asked, duration: number): Promise<number> {
  const result = await autocannon({
    url: origin + asked.path,
    method: asked.method,
    headers: headersOf(asked),
    // Each POST makes an agent of its own.
    requests: asked.body
      ? [{ setupRequest: (request) => ({ ...request, body: JSON.stringify({ name: `Bench ${++made}` }) }) }]
      : undefined,
    connections,
    duration,
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${asked.method} ${asked.path}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

function call(origin: string, { method, path, ...asked }: Asked): Promise<Response> {
  return fetch(origin + path, { method, headers: headersOf({ method, path, ...asked }), body: asked.body })
}

function headersOf({ token, body }: Asked): Record<string, string> {
  return { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
}

async function startParley(): Promise<Server & { key: string; agent: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    GATEWAY_PORT: String(port + 1),
    LOG_LEVEL: 'warn',
    DATABASE_URL: '',
  }
  const child = run('../server/src/main.ts', [], env)
  const origin = `http://127.0.0.1:${port}`
  await ready(`${origin}/readyz`, child)
  const { apiKey, agent } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'))
  const stop = async () => {
    await end(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { origin, key: apiKey, agent, stop }
}

async function startBare(body: string): Promise<Server> {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const child = run('bare-server.ts', [String(port), body], process.env)
  const origin = `http://127.0.0.1:${port}`
  await ready(origin, child)
  return { origin, stop: () => end(child) }
}

function run(file: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`a server of the bench ended with ${child.exitCode}`)
    const answered = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (answered) return
    await sleep(100)
  }
  throw new Error(`${url} did not answer within 30 s`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
