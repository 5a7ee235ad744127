import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTestDatabase } from '../../testing/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { stillWorld } from '../world.ts'
import {
  cancelWork,
  continueAt,
  failPermanently,
  finish,
  newWorkColumns,
  nudge,
  retry,
  type WorkObservation,
} from './index.ts'
import { claimRows } from './row-queries.ts'
import {
  addJobs,
  createJobTables,
  createTestWorker,
  defineJobs,
  numberedIds,
  readJob,
  stopWorkers,
  waitUntil,
} from './testing/jobs.ts'

const { db, pool } = await createTestDatabase()
await createJobTables(pool)
afterEach(stopWorkers)
beforeEach(() => pool.query('truncate jobs, effects'))

const start = '2026-01-01T00:00:00.000Z'
const early = new Date(Date.parse(start) - 1000)

test('a completed row has no due time, no lease, and the columns the handler set', async () => {
  await addJobs(pool, ['a'], early)
  const set = { state: 'sent', payload: JSON.stringify({ at: [1, 'two'] }) }
  await createTestWorker(db, {
    works: [defineJobs({ perform: async () => finish({ set }) })],
    world: stillWorld(start),
  }).drain()
  assert.deepEqual(await readJob(pool, 'a'), {
    id: 'a',
    payload: { at: [1, 'two'] },
    state: 'sent',
    due_at: null,
    lease_token: null,
    attempts: 1,
    crashes: 0,
    last_error: null,
  })
})

test('rows that set different columns are each completed with their own', async () => {
  await addJobs(pool, numberedIds(30), early)
  const set = (id: string) => (Number(id.slice(4)) % 2 ? { state: 'odd' } : { payload: '"even"' })
  await createTestWorker(db, { works: [defineJobs({ perform: async ({ id }) => finish({ set: set(id) }) })] }).drain()
  assert.equal((await readJob(pool, 'job 7')).state, 'odd')
  assert.equal((await readJob(pool, 'job 7')).payload, null)
  assert.equal((await readJob(pool, 'job 8')).payload, 'even')
})

test('a row is not claimed before it is due', async () => {
  const world = stillWorld(start)
  await addJobs(pool, ['a'], new Date(Date.parse(start) + 60_000))
  const worker = createTestWorker(db, { works: [defineJobs({ perform: async () => finish() })], world })
  await worker.drain()
  assert.equal((await readJob(pool, 'a')).attempts, 0)
  world.advance(60_000)
  await worker.drain()
  assert.equal((await readJob(pool, 'a')).attempts, 1)
})

test('with a claim interval, rows that become due soon after each other are claimed together', async () => {
  const tokens = new Map<string, string | null>()
  const perform = async ({ id, lease_token }: { id: string; lease_token: string | null }) => {
    tokens.set(id, lease_token)
    return finish()
  }
  await createTestWorker(db, { works: [defineJobs({ claimIntervalMilliseconds: 500, perform })] }).start()
  for (const ids of [['a'], ['b', 'c'], ['d']]) {
    await addJobs(pool, ids)
    nudge(db, 'test.jobs')
    // The first one does not wait.
    if (ids[0] === 'a') await waitUntil(() => tokens.has('a'))
  }
  await waitUntil(() => tokens.size === 4)
  assert.equal(new Set(['b', 'c', 'd'].map((id) => tokens.get(id))).size, 1)
  assert.notEqual(tokens.get('a'), tokens.get('b'))
})

test('a row due soon starts without waiting for the next poll', async () => {
  const performed: string[] = []
  const perform = async ({ id }: { id: string }) => finish({ set: { state: `${performed.push(id)}` } })
  await addJobs(pool, ['later'], new Date(Date.now() + 400))
  await addJobs(pool, ['soon'], new Date(Date.now() + 200))
  const worker = createTestWorker(db, { works: [defineJobs({ perform })], pollSeconds: 3600 })
  await worker.start()
  await waitUntil(() => performed.length === 2)
  await worker.stop({ withinMilliseconds: 1000 })
  assert.deepEqual(performed, ['soon', 'later'])
})

test('a failed row returns after its wait, long before the next poll', async () => {
  await addJobs(pool, ['a'])
  const attempts: number[] = []
  const perform = async (_row: object, { attempt }: { attempt: number }) => {
    await sleep(50)
    return attempts.push(attempt) < 3 ? retry('not yet') : finish()
  }
  const work = defineJobs({ perform, retry: { attempts: 3, baseSeconds: 0.05, maxSeconds: 0.1 } })
  const worker = createTestWorker(db, { works: [work], pollSeconds: 3600 })
  await worker.start()
  await waitUntil(() => attempts.length === 3)
  await worker.stop({ withinMilliseconds: 1000 })
  assert.deepEqual(attempts, [1, 2, 3])
})

test('again sets the next due time and resets the attempts to zero', async () => {
  const next = new Date('2026-02-01T00:00:00Z')
  await addJobs(pool, ['a'], early)
  await createTestWorker(db, {
    works: [defineJobs({ perform: async () => continueAt(next) })],
    world: stillWorld(start),
  }).drain()
  assert.partialDeepStrictEqual(await readJob(pool, 'a'), { due_at: next, attempts: 0, lease_token: null })
})

test('a failed row waits as declared, and after its last attempt fails for good with the hook in one transaction', async () => {
  const world = stillWorld(start)
  await addJobs(pool, ['a'], early)
  const attempts: number[] = []
  const work = defineJobs({
    retry: { delaysSeconds: [120, 480], jitter: 0 },
    async perform(_row, { attempt }) {
      attempts.push(attempt)
      throw new Error(`failure ${attempt}`)
    },
    giveUp: (tx, { id }, error) => sql`update jobs set state = ${error.message} where id = ${id}`.execute(tx),
  })
  const worker = createTestWorker(db, { works: [work], world })
  const dueTimes: (string | undefined)[] = []
  for (const wait of [120, 480, 0]) {
    await worker.drain()
    dueTimes.push((await readJob(pool, 'a')).due_at?.toISOString())
    world.advance(wait * 1000)
  }
  await worker.drain()
  assert.deepEqual(attempts, [1, 2, 3])
  assert.deepEqual(dueTimes, ['2026-01-01T00:02:00.000Z', '2026-01-01T00:10:00.000Z', undefined])
  assert.partialDeepStrictEqual(await readJob(pool, 'a'), { state: 'failure 3', last_error: 'failure 3', attempts: 3 })
})

test('fail gives up at once, and retry may set the time', async () => {
  await addJobs(pool, ['bad', 'busy'], early)
  const at = new Date('2026-01-01T00:30:00Z')
  const perform = async ({ id }: { id: string }) => (id === 'bad' ? failPermanently('refused') : retry('busy', { at }))
  await createTestWorker(db, { works: [defineJobs({ perform })], world: stillWorld(start) }).drain()
  assert.partialDeepStrictEqual(await readJob(pool, 'bad'), { due_at: null, last_error: 'refused' })
  assert.partialDeepStrictEqual(await readJob(pool, 'busy'), { due_at: at, last_error: 'busy' })
})

test('a hook that throws keeps the row until it can fail, and the row does not run again', async () => {
  const world = stillWorld(start)
  await addJobs(pool, ['a'], early)
  let performed = 0
  let broken = true
  const work = defineJobs({
    retry: { attempts: 1, baseSeconds: 1, maxSeconds: 1 },
    async perform() {
      performed++
      throw new Error('no')
    },
    async giveUp(tx, { id }) {
      if (broken) throw new Error('the hook is broken')
      await sql`update jobs set state = 'failed' where id = ${id}`.execute(tx)
    },
  })
  const worker = createTestWorker(db, { works: [work], world })
  await worker.drain()
  assert.partialDeepStrictEqual(await readJob(pool, 'a'), { state: 'queued', last_error: 'the hook is broken' })
  broken = false
  world.advance(3_600_000)
  await worker.drain()
  assert.partialDeepStrictEqual(await readJob(pool, 'a'), { state: 'failed', due_at: null })
  assert.equal(performed, 1)
})

test('write commits with the completion of the row, or not at all', async () => {
  await addJobs(pool, ['good', 'bad'], early)
  const perform = async ({ id }: { id: string }) =>
    finish({
      set: { state: 'sent' },
      async write(tx) {
        await sql`insert into effects (id) values (${id})`.execute(tx)
        if (id === 'bad') await sql`select 1 / 0`.execute(tx)
      },
    })
  await createTestWorker(db, { works: [defineJobs({ perform })], world: stillWorld(start) }).drain()
  const { rows } = await pool.query('select id from effects')
  assert.deepEqual(rows, [{ id: 'good' }])
  assert.partialDeepStrictEqual(await readJob(pool, 'good'), { state: 'sent', due_at: null })
  assert.partialDeepStrictEqual(await readJob(pool, 'bad'), {
    state: 'queued',
    attempts: 1,
    last_error: 'division by zero',
  })
})

test('poison rows among 200 do not stop the others', async () => {
  await addJobs(pool, numberedIds(200), early)
  const perform = async ({ id }: { id: string }) => {
    if (id === 'job 13') throw new Error('always')
    if (id === 'job 14') return finish({ set: { state: 'forbidden' } })
    if (id === 'job 15') return finish({ set: { payload: 'not json' } })
    if (id === 'job 16') return finish({ write: (tx) => sql`select nothing from nowhere`.execute(tx) })
    return finish({ set: { state: 'sent' } })
  }
  await createTestWorker(db, { works: [defineJobs({ perform, concurrency: 50 })], world: stillWorld(start) }).drain()
  const { rows } = await pool.query(
    "select id, last_error is not null as failed from jobs where state <> 'sent' order by 1",
  )
  assert.deepEqual(
    rows,
    [13, 14, 15, 16].map((n) => ({ id: `job ${n}`, failed: true })),
  )
})

test('crashes are counted separately from attempts', async () => {
  const world = stillWorld(start)
  await addJobs(pool, ['a'], early)
  const attempts: number[] = []
  const work = defineJobs({
    leaseSeconds: 30,
    async perform(_row, { attempt }) {
      attempts.push(attempt)
      return finish()
    },
  })
  await claimRows(db, work, { now: world.now(), until: new Date(Date.parse(start) + 30_000), token: 'dead', max: 1 })
  const worker = createTestWorker(db, { works: [work], world })
  await worker.drain()
  assert.deepEqual(attempts, [], 'the lease of the dead worker still holds')
  world.advance(30_000)
  await worker.drain()
  assert.deepEqual(attempts, [1])
  assert.partialDeepStrictEqual(await readJob(pool, 'a'), { attempts: 1, crashes: 1, due_at: null })
})

test('a row that kills its worker fails after the maximum number of crashes without running again', async () => {
  const world = stillWorld(start)
  await addJobs(pool, ['a'], early)
  const work = defineJobs({ maxCrashes: 3, perform: async () => assert.fail('it must not be performed') })
  for (let crash = 0; crash <= 3; crash++) {
    const until = new Date(world.now().getTime() + 1000)
    if (crash < 3) await claimRows(db, work, { now: world.now(), until, token: `dead ${crash}`, max: 1 })
    world.advance(2000)
  }
  await createTestWorker(db, { works: [work], world }).drain()
  assert.partialDeepStrictEqual(await readJob(pool, 'a'), {
    due_at: null,
    attempts: 0,
    crashes: 3,
    last_error: 'its worker crashed 3 times',
  })
})

test('a lost lease commits neither set nor write', async () => {
  await addJobs(pool, ['a', 'b'], early)
  const observed: WorkObservation[] = []
  const work = defineJobs({
    async perform({ id }) {
      await pool.query("update jobs set lease_token = 'of another' where id = $1", [id])
      const write = () => assert.fail('the lease was lost')
      return finish({ set: { state: 'sent' }, ...(id === 'b' && { write }) })
    },
  })
  await createTestWorker(db, { works: [work], world: stillWorld(start), observe: (one) => observed.push(one) }).drain()
  assert.partialDeepStrictEqual(await readJob(pool, 'a'), { state: 'queued', lease_token: 'of another', attempts: 0 })
  assert.partialDeepStrictEqual(await readJob(pool, 'b'), { state: 'queued', lease_token: 'of another', attempts: 0 })
  assert.deepEqual(
    observed.map((one) => one.outcome),
    ['lost', 'lost'],
  )
})

test('ten workers claim each row once', async () => {
  await addJobs(pool, numberedIds(300))
  const performed: string[] = []
  const perform = async ({ id }: { id: string }) => {
    performed.push(id)
    await sleep(1)
    return finish()
  }
  const workers = Array.from({ length: 10 }, () => createTestWorker(db, { works: [defineJobs({ perform })] }))
  await Promise.all(workers.map((worker) => worker.start()))
  await waitUntil(() => performed.length >= 300)
  await Promise.all(workers.map((worker) => worker.stop({ withinMilliseconds: 5000 })))
  assert.equal(performed.length, 300)
  assert.equal(new Set(performed).size, 300)
})

test('at most as many rows run at once as there are slots', async () => {
  await addJobs(pool, numberedIds(40))
  let now = 0
  let most = 0
  const perform = async () => {
    most = Math.max(most, ++now)
    await sleep(2)
    now--
    return finish()
  }
  const worker = createTestWorker(db, { works: [defineJobs({ perform, concurrency: 4 })] })
  await worker.start()
  await waitUntil(async () => (await pool.query('select 1 from jobs where due_at is not null')).rowCount === 0)
  await worker.stop({ withinMilliseconds: 5000 })
  assert.equal(most, 4)
})

test('a lease is extended while its row runs', async () => {
  await addJobs(pool, ['a'])
  let performed = 0
  const perform = async () => {
    performed++
    await sleep(3000)
    return finish()
  }
  const workers = [1, 2].map(() => createTestWorker(db, { works: [defineJobs({ perform, leaseSeconds: 1.5 })] }))
  await Promise.all(workers.map((worker) => worker.start()))
  await waitUntil(async () => (await readJob(pool, 'a')).due_at === null)
  await Promise.all(workers.map((worker) => worker.stop({ withinMilliseconds: 1000 })))
  assert.equal(performed, 1)
  assert.partialDeepStrictEqual(await readJob(pool, 'a'), { attempts: 1, crashes: 0 })
})

test('a handler past its timeout receives an abort signal, and the attempt counts as failed', async () => {
  await addJobs(pool, ['a'])
  const perform = (_row: object, { signal }: { signal: AbortSignal }) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
  const worker = createTestWorker(db, { works: [defineJobs({ perform, timeoutSeconds: 0.2 })] })
  await worker.start()
  await waitUntil(async () => (await readJob(pool, 'a')).attempts === 1)
  await worker.stop({ withinMilliseconds: 1000 })
  assert.partialDeepStrictEqual(await readJob(pool, 'a'), { lease_token: null, last_error: 'timed out after 0.2 s' })
})

test('a handler that does not stop loses its lease, which counts as a crash, and its slot is freed', async () => {
  await addJobs(pool, ['a'])
  let performed = 0
  const perform = () => (++performed === 1 ? new Promise<never>(() => {}) : Promise.resolve(finish()))
  const worker = createTestWorker(db, {
    works: [defineJobs({ perform, timeoutSeconds: 0.1, leaseSeconds: 0.3, concurrency: 1 })],
  })
  await worker.start()
  await waitUntil(async () => (await readJob(pool, 'a')).due_at === null)
  await worker.stop({ withinMilliseconds: 1000 })
  assert.partialDeepStrictEqual(await readJob(pool, 'a'), { attempts: 1, crashes: 1 })
})

test('cancel removes a row and returns its state', async () => {
  const work = defineJobs({ perform: async () => finish() })
  await addJobs(pool, ['a'], early)
  assert.equal(await inTransaction(db, (tx) => cancelWork(tx, work, { id: 'a' })), 'waiting')
  assert.equal((await readJob(pool, 'a')).due_at, null)
  assert.equal(await cancelWork(db, work, { id: 'a' }), 'absent')
  assert.equal(await cancelWork(db, work, { id: 'nobody' }), 'absent')
})

test('a cancel that is rolled back cancels nothing', async () => {
  const work = defineJobs({ perform: async () => finish() })
  await addJobs(pool, ['a'], early)
  const refused = inTransaction(db, async (tx) => {
    await cancelWork(tx, work, { id: 'a' })
    throw new Error('no')
  })
  await assert.rejects(refused)
  assert.deepEqual((await readJob(pool, 'a')).due_at, early)
})

/** A handler that ends only when signaled, and records why. */
function waitingForSignal() {
  const reasons: string[] = []
  const perform = async ({ id }: { id: string }, { signal }: { signal: AbortSignal }) => {
    await pool.query("update jobs set state = 'running' where id = $1", [id])
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    reasons.push(signal.reason.message)
    return finish({ set: { state: 'sent' } })
  }
  return { reasons, perform }
}

test('cancelling a running row in the same process fires its signal at once and discards its result', async () => {
  await addJobs(pool, ['a'])
  const { reasons, perform } = waitingForSignal()
  const work = defineJobs({ perform, leaseSeconds: 3600 })
  const worker = createTestWorker(db, { works: [work] })
  await worker.start()
  await waitUntil(async () => (await readJob(pool, 'a')).state === 'running')
  assert.equal(await inTransaction(db, (tx) => cancelWork(tx, work, { id: 'a' })), 'running')
  await waitUntil(() => reasons.length === 1)
  await worker.stop({ withinMilliseconds: 1000 })
  assert.deepEqual(reasons, ['cancelled'])
  assert.partialDeepStrictEqual(await readJob(pool, 'a'), {
    state: 'running',
    due_at: null,
    lease_token: null,
    attempts: 0,
  })
})

test('cancelling a running row in another process fires its signal at the next heartbeat', async () => {
  await addJobs(pool, ['a'])
  const { reasons, perform } = waitingForSignal()
  const worker = createTestWorker(db, { works: [defineJobs({ perform, leaseSeconds: 0.6 })] })
  await worker.start()
  await waitUntil(async () => (await readJob(pool, 'a')).state === 'running')
  await pool.query("update jobs set due_at = null, lease_token = null where id = 'a'")
  await waitUntil(() => reasons.length === 1)
  await worker.stop({ withinMilliseconds: 1000 })
  assert.deepEqual(reasons, ['the lease was lost'])
  assert.equal((await readJob(pool, 'a')).state, 'running')
})

test('a failed row can be enqueued again', async () => {
  const world = stillWorld(start)
  await addJobs(pool, ['a'], early)
  const worker = createTestWorker(db, { works: [defineJobs({ perform: async () => failPermanently('no') })], world })
  await worker.drain()
  const { due_at, lease_token, attempts } = newWorkColumns(early)
  await pool.query('update jobs set due_at = $1, lease_token = $2, attempts = $3', [due_at, lease_token, attempts])
  await worker.drain()
  assert.partialDeepStrictEqual(await readJob(pool, 'a'), { attempts: 1, last_error: 'no', due_at: null })
})

test('depth reports the due rows, the leased rows and the age of the oldest', async () => {
  const world = stillWorld(start)
  await addJobs(pool, ['a', 'b'], new Date(Date.parse(start) - 90_000))
  await addJobs(pool, ['later'], new Date(Date.parse(start) + 90_000))
  await pool.query("insert into jobs (id, due_at, lease_token) values ('leased', $1, 'x')", [new Date(start)])
  const worker = createTestWorker(db, { works: [defineJobs({ perform: async () => finish() })], world })
  assert.deepEqual(await worker.depth(), [{ kind: 'test.jobs', due: 2, leased: 1, oldestDueSeconds: 90 }])
})

test('each result is recorded with its duration and its wait', async () => {
  const world = stillWorld(start)
  await addJobs(pool, ['a'], early)
  const observed: WorkObservation[] = []
  const perform = async () => {
    world.advance(250)
    return finish()
  }
  await createTestWorker(db, { works: [defineJobs({ perform })], world, observe: (one) => observed.push(one) }).drain()
  assert.deepEqual(observed, [{ kind: 'test.jobs', outcome: 'done', milliseconds: 250, waitedMilliseconds: 1000 }])
})
