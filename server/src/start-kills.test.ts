import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parsePidFile } from './platform/db/embedded/postmaster.ts'
import { createEmptyDatabase } from './testing/database.ts'
import { maskSecrets } from './testing/mask-secrets.ts'
import {
  callParley,
  createScratchFolder,
  isParleyReady,
  type ParleyProcess,
  spawnParleyProcess,
  startExpectingFailure,
} from './testing/process.ts'

/** A start survives the death of its PostgreSQL at any moment. */

type Server = { pid: number; ready: boolean }

function serverOf(dataDir: string): Server | undefined {
  try {
    const pidFile = parsePidFile(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'))
    return pidFile && { pid: pidFile.pid, ready: pidFile.ready === true }
  } catch {
    return undefined
  }
}

/** Kills the next server that was not killed before, as soon as it is due. */
async function killNext(parley: ParleyProcess, killed: Set<number>, isDue: (server: Server) => boolean): Promise<void> {
  const dataDir = parley.env.DATA_DIR as string
  for (let left = 6_000; left > 0; left--) {
    assert.equal(parley.child.exitCode, null, maskSecrets(parley.output()))
    const server = serverOf(dataDir)
    if (server && !killed.has(server.pid) && isDue(server)) {
      killed.add(server.pid)
      process.kill(server.pid, 'SIGKILL')
      return
    }
    await sleep(10)
  }
  assert.fail('there is no server to kill')
}

async function readyAgain(parley: ParleyProcess): Promise<void> {
  for (let left = 1_200; left > 0; left--) {
    assert.equal(parley.child.exitCode, null, maskSecrets(parley.output()))
    if (await isParleyReady(parley.origin)) return
    await sleep(50)
  }
  assert.fail(`not ready within a minute: ${maskSecrets(parley.output())}`)
}

const DATA_DIR = createScratchFolder()

test('the first start continues if PostgreSQL is killed while it starts, at login, and during migration', async () => {
  const parley = await spawnParleyProcess({ DATA_DIR, DEMO: 'off' })
  const killed = new Set<number>()
  await killNext(parley, killed, () => true)
  await killNext(parley, killed, ({ ready }) => ready)
  for (const milliseconds of [150, 400]) {
    await killNext(parley, killed, ({ ready }) => ready).then(() => sleep(milliseconds))
  }
  await readyAgain(parley)
  const { apiKey: token } = parley.credentials()
  assert.equal((await callParley({ origin: parley.origin, token }, 'GET', '/me')).status, 200)
  assert.doesNotMatch(parley.output(), /\n {4}at /)
  assert.equal(await parley.end(), 0)
})

test('a later start continues too, while PostgreSQL recovers repeatedly', async () => {
  const killed = new Set<number>()
  for (const milliseconds of [0, 50, 200, 600]) {
    const parley = await spawnParleyProcess({ DATA_DIR, DEMO: 'off' })
    await killNext(parley, killed, ({ ready }) => ready)
    await sleep(milliseconds)
    const again = serverOf(DATA_DIR)
    if (again && !killed.has(again.pid)) await killNext(parley, killed, () => true)
    await readyAgain(parley)
    await parley.end(milliseconds === 0 ? 'SIGTERM' : 'SIGKILL')
  }
})

/** A proxy to the database that breaks after a number of bytes from it, and stays closed for a while. */
async function breakingWay(
  to: string,
  { afterBytes, closedMilliseconds }: { afterBytes: number; closedMilliseconds: number },
) {
  const target = Number(new URL(to).port)
  const open = new Set<Socket>()
  let bytes = 0
  let brokenAt: number | undefined
  const way = createServer((near) => {
    if (brokenAt !== undefined && performance.now() - brokenAt < closedMilliseconds) return void near.resetAndDestroy()
    const far = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
    far.on('data', (chunk) => {
      bytes += chunk.length
      if (brokenAt !== undefined || bytes < afterBytes) return
      brokenAt = performance.now()
      for (const socket of open) socket.resetAndDestroy()
    })
  }).listen(0, '127.0.0.1')
  await once(way, 'listening')
  after(() => {
    for (const socket of open) socket.destroy()
    way.close()
  })
  const url = new URL(to)
  url.host = `127.0.0.1:${(way.address() as AddressInfo).port}`
  url.searchParams.delete('host')
  return { url: url.href, isBroken: () => brokenAt !== undefined }
}

for (const afterBytes of [500, 5_000, 20_000]) {
  test(`a start continues if its database is away for two seconds after ${afterBytes} bytes`, async () => {
    const way = await breakingWay(await createEmptyDatabase(), { afterBytes, closedMilliseconds: 2_000 })
    const parley = await spawnParleyProcess({ DATA_DIR: createScratchFolder(), DEMO: 'off', DATABASE_URL: way.url })
    await readyAgain(parley)
    for (let left = 200; left > 0 && !way.isBroken(); left--) await sleep(50)
    assert.ok(way.isBroken())
    const { apiKey: token } = parley.credentials()
    for (let left = 100; left > 0 && !(await isParleyReady(parley.origin)); left--) await sleep(50)
    assert.equal((await callParley({ origin: parley.origin, token }, 'GET', '/me')).status, 200)
    await parley.end()
  })
}

test('a start whose database stays unreachable ends with a sentence and code 1', async () => {
  const way = await breakingWay(await createEmptyDatabase(), { afterBytes: 5_000, closedMilliseconds: 600_000 })
  const DATABASE_URL = way.url
  const { code, output } = await startExpectingFailure({
    DATA_DIR: createScratchFolder(),
    DATABASE_URL,
    DATABASE_WAIT_SECONDS: '1',
  })
  assert.equal(code, 1)
  assert.match(output, /Parley did not start\.\n\n {2}The database at 127\.0\.0\.1:\d+ cannot be reached/)
  assert.doesNotMatch(output, /\n {4}at /)
})
