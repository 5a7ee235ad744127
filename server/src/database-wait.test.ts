import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDatabaseWait } from './bootstrap.ts'
import { StartupError } from './platform/errors.ts'

/** A start resumes after its database was unavailable, or exits with an explanation. */

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const embedded = { databaseUrl: undefined, databaseWaitSeconds: 30, dataDir: '/var/lib/parley' }

type Waiting = Parameters<typeof createDatabaseWait>[0]
const waiting = (more: Partial<Waiting> = {}) =>
  createDatabaseWait({ config: embedded, onProgress: () => {}, pauseMilliseconds: 1, ...more })

/** A step that finds the database unavailable the given number of times. */
const failing = (times: number, error: () => Error) => {
  let calls = 0
  const step = async () => {
    calls += 1
    if (calls <= times) throw error()
    return calls
  }
  return step
}

const away: [what: string, error: () => Error][] = [
  ['refuses connections', refused],
  ['was killed under a query', () => new Error('Connection terminated unexpectedly')],
  ['is recovering', () => Object.assign(new Error('the database system is in recovery mode'), { code: '57P03' })],
  ['crashed', () => Object.assign(new Error('terminating connection'), { code: '57P02' })],
  ['lost its socket', () => Object.assign(new Error('connect ENOENT'), { code: 'ENOENT', syscall: 'connect' })],
  ['has a full disk', () => Object.assign(new Error('could not extend file'), { code: '53100' })],
]
for (const [what, error] of away) {
  test(`the start waits for a database that ${what}, and repeats the step`, async () => {
    assert.equal(await waiting()(failing(3, error)), 4)
  })
}

test('an error of the step itself ends the start at once', async () => {
  await assert.rejects(waiting()(failing(1, () => new Error('a bug'))), /a bug/)
})

const given = { ...embedded, databaseUrl: 'postgres://parley:topsecret@db.example.com:5432/parley' }
const sentences: [what: string, config: Waiting['config'], error: () => Error, says: RegExp][] = [
  [
    'a database that stays away',
    given,
    refused,
    /^The database at db\.example\.com:5432 cannot be reached.*DATABASE_URL/,
  ],
  ['an embedded one', embedded, refused, /^The embedded PostgreSQL keeps exiting.*\/var\/lib\/parley\/postgres\.log/],
  [
    'a disk that stays full',
    embedded,
    () => Object.assign(new Error('x'), { code: '53100' }),
    /^The embedded PostgreSQL has no space left on its disk\. Free some space/,
  ],
]
for (const [what, config, error, says] of sentences) {
  test(`${what} ends the start with a sentence after the time limit`, async () => {
    const wait = waiting({ config: { ...config, databaseWaitSeconds: 0.02 } })
    await assert.rejects(wait(failing(Number.POSITIVE_INFINITY, error)), (thrown: Error) => {
      assert.ok(thrown instanceof StartupError)
      assert.match(thrown.message, says)
      assert.ok(!thrown.message.includes('topsecret'))
      return true
    })
  })
}

test('a process that receives a stop signal stops waiting', async () => {
  const stop = new AbortController()
  const wait = waiting({ stop: stop.signal, pauseMilliseconds: 60_000 })
  const waited = wait(failing(Number.POSITIVE_INFINITY, refused))
  stop.abort()
  await assert.rejects(waited, { name: 'AbortError' })
})
