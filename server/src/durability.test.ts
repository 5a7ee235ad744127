import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { maskSecrets } from './testing/mask-secrets.ts'
import {
  callParley,
  createScratchFolder,
  isParleyReady,
  type ParleyProcess,
  startParleyProcess,
} from './testing/process.ts'

/** Every acknowledged write survives `kill -9` of Parley and of PostgreSQL. */

const rounds = 4
/** Shared by all tests, because creating a database is not tested here. Each test stops the processes it started. */
const DATA_DIR = createScratchFolder()

/** Creates agents one after another, and records each acknowledged one, until stopped. */
function keepWriting(parley: ParleyProcess, acknowledged: string[]): { stop(): Promise<void>; refused: number[] } {
  const api = { origin: parley.origin, token: parley.credentials().apiKey }
  const refused: number[] = []
  let stopping = false
  const writers = Array.from({ length: 4 }, async () => {
    while (!stopping) {
      const reply = await callParley(api, 'POST', '/orgs/demo/agents', { name: 'Written' }).catch(() => undefined)
      if (reply?.status === 201) acknowledged.push(reply.body.id as string)
      else {
        refused.push(reply?.status ?? 0)
        await sleep(20)
      }
    }
  })
  const stop = async () => {
    stopping = true
    await Promise.all(writers)
  }
  after(stop)
  return { refused, stop }
}

/** Waits until `by` more are acknowledged, so that the kill comes in the middle of writing on any machine. */
async function grown(acknowledged: string[], by: number): Promise<void> {
  const before = acknowledged.length
  for (let tries = 0; tries < 6000; tries++) {
    if (acknowledged.length >= before + by) return
    await sleep(10)
  }
  throw new Error('no more writes are acknowledged')
}

async function agentIds(parley: ParleyProcess): Promise<Set<string>> {
  const api = { origin: parley.origin, token: parley.credentials().apiKey }
  const ids: string[] = []
  let page = ''
  do {
    const { body } = await callParley(api, 'GET', `/orgs/demo/agents?limit=1000${page}`)
    ids.push(...(body.data ?? []).map(({ id }) => id))
    page = body.nextPageToken ? `&pageToken=${body.nextPageToken}` : ''
  } while (page)
  return new Set(ids)
}

function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

test('repeated kill -9 of Parley under load loses nothing acknowledged', async () => {
  const acknowledged: string[] = []
  for (let round = 0; round < rounds; round++) {
    const parley = await startParleyProcess({ DATA_DIR, DEMO: 'off' })
    const writing = keepWriting(parley, acknowledged)
    await grown(acknowledged, 5 + round)
    await parley.end('SIGKILL')
    await writing.stop()
  }
  const last = await startParleyProcess({ DATA_DIR, DEMO: 'off' })
  const ids = await agentIds(last)
  assert.deepEqual(
    acknowledged.filter((id) => !ids.has(id)),
    [],
  )
  assert.equal(new Set(acknowledged).size, acknowledged.length)
  await last.end()
})

test('kill -9 of PostgreSQL under load answers 503, Parley restarts it, and nothing acknowledged is lost', async () => {
  const parley = await startParleyProcess({ DATA_DIR, DEMO: 'off' })
  const acknowledged: string[] = []
  const writing = keepWriting(parley, acknowledged)
  for (let round = 0; round < 3; round++) {
    await grown(acknowledged, 10)
    process.kill(postmasterPid(DATA_DIR), 'SIGKILL')
  }
  await grown(acknowledged, 10).catch((error) => assert.fail(`${error.message}: ${maskSecrets(parley.output())}`))
  await writing.stop()
  assert.ok(await isParleyReady(parley.origin))
  const ids = await agentIds(parley)
  assert.deepEqual(
    acknowledged.filter((id) => !ids.has(id)),
    [],
  )
  assert.deepEqual([...new Set(writing.refused)], [503], 'the only refusal is 503')
  await parley.end()
})

test('a second process on the same folder shares the database, which outlives the first process', async () => {
  const first = await startParleyProcess({ DATA_DIR, DEMO: 'off' })
  const second = await startParleyProcess({ DATA_DIR, DEMO: 'off' })
  const token = first.credentials().apiKey
  const made = await callParley({ origin: first.origin, token }, 'POST', '/orgs/demo/agents', { name: 'Shared' })
  assert.equal(await first.end(), 0)
  assert.equal(
    (await callParley({ origin: second.origin, token }, 'GET', `/orgs/demo/agents/${made.body.id}`)).status,
    200,
  )
  assert.equal(await second.end(), 0)
  assert.throws(() => postmasterPid(DATA_DIR), /ENOENT/)
})

test('SIGTERM lets requests in flight finish and then exits with 0', async () => {
  const parley = await startParleyProcess({ DATA_DIR, DEMO: 'off' })
  const credentials = JSON.stringify(parley.credentials().console)
  const headers = { 'content-type': 'application/json', 'content-length': credentials.length, expect: '100-continue' }
  const call = request(`${parley.origin}/v1/auth/sign-in`, { method: 'POST', headers })
  const answered = once(call, 'response')
  call.flushHeaders()
  // The server has received the request's headers; its body is still to come when the signal arrives.
  await once(call, 'continue')
  const ended = parley.end('SIGTERM')
  await sleep(200)
  call.end(credentials)
  const [response] = (await answered) as [IncomingMessage]
  response.resume()
  assert.equal(response.statusCode, 200)
  assert.equal(await ended, 0)
})

test('kill -9 during an import leaves nothing of it, and the same file can be imported again', async () => {
  const rows = 20_000
  const csv = ['fullName,email', ...Array.from({ length: rows }, (_, n) => `Person ${n},p${n}@example.com`)].join('\n')
  const first = await startParleyProcess({ DATA_DIR, DEMO: 'off' })
  const token = first.credentials().apiKey
  const made = await callParley({ origin: first.origin, token }, 'POST', '/orgs/demo/agents', { name: 'Crowded' })
  const agent = made.body.id
  const path = `/v1/orgs/demo/agents/${agent}/people`
  const importInto = (parley: ParleyProcess) =>
    fetch(`${parley.origin}${path}/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${parley.credentials().apiKey}`, 'content-type': 'text/csv' },
      body: csv,
    })
  const read = async (parley: ParleyProcess, end: string) => {
    const api = { origin: parley.origin, token: parley.credentials().apiKey }
    return (await callParley(api, 'GET', `/orgs/demo/agents/${agent}/people${end}`)).body
  }
  const before = (await read(first, '?limit=200')).data?.length
  const lost = importInto(first).catch(() => undefined)
  for (let tries = 0; !(await importedRows(first, read)); tries++) {
    assert.ok(tries < 1000, 'the import comes on')
    await sleep(20)
  }
  await first.end('SIGKILL')
  assert.notEqual((await lost)?.status, 200)
  const second = await startParleyProcess({ DATA_DIR, DEMO: 'off' })
  assert.equal((await read(second, '?limit=200')).data?.length, before)
  const reply = await importInto(second)
  assert.equal(((await reply.json()) as { created: number }).created, rows)
  await second.end()
})

async function importedRows(
  parley: ParleyProcess,
  read: (parley: ParleyProcess, end: string) => Promise<object>,
): Promise<number> {
  const { data = [] } = (await read(parley, '/imports')) as { data?: { rows: number }[] }
  return data[0]?.rows ?? 0
}
