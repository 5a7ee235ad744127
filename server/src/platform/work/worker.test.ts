import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTestDatabase } from '../../testing/database.ts'
import { openDatabase } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { realWorld } from '../world.ts'
import { defineChore, finish, forwardNudges, nudge } from './index.ts'
import { nudgeChannel } from './notifications.ts'
import {
  addJobs,
  createJobTables,
  createTestWorker,
  defineJobs,
  numberedIds,
  readJob,
  silentLog,
  stopWorkers,
  waitUntil,
} from './testing/jobs.ts'
import { addTask, countPending, defineRoomLane } from './testing/tasks.ts'

const { db, pool, url } = await createTestDatabase()
await createJobTables(pool)
afterEach(stopWorkers)
beforeEach(() => pool.query('truncate jobs, effects, effects_once, tasks, work_lanes, chores'))

const anHour = 3600

function performing() {
  const performed: string[] = []
  const perform = async ({ id }: { id: string }) => {
    performed.push(id)
    return finish()
  }
  return { performed, perform }
}

test('a nudge starts a row although the next poll is an hour away', async () => {
  const { performed, perform } = performing()
  const worker = createTestWorker(db, { works: [defineJobs({ perform })], pollSeconds: anHour })
  await worker.start()
  await sleep(50)
  await inTransaction(db, async (tx) => {
    await addJobs(pool, ['a'])
    nudge(tx, 'test.jobs')
  })
  await waitUntil(() => performed.length === 1)
  await worker.stop({ withinMilliseconds: 1000 })
})

test('a nudge of a rolled-back transaction is not received, and one of another kind wakes no one', async () => {
  const { performed, perform } = performing()
  const worker = createTestWorker(db, { works: [defineJobs({ perform })], pollSeconds: anHour })
  await worker.start()
  await sleep(50)
  await addJobs(pool, ['a'])
  nudge(db, 'test.other')
  const refused = inTransaction(db, async (tx) => {
    nudge(tx, 'test.jobs')
    throw new Error('no')
  })
  await assert.rejects(refused)
  await sleep(100)
  await worker.stop({ withinMilliseconds: 1000 })
  assert.deepEqual(performed, [])
})

test('nudges reach another process, batched into few statements', async () => {
  const child = await startChild({ pollSeconds: anHour })
  await sleep(300)
  const carrier = forwardNudges({ db, log: silentLog })
  const listener = await pool.connect()
  let notifications = 0
  listener.on('notification', () => notifications++)
  await listener.query('listen parley_work')
  await addJobs(pool, numberedIds(200))
  for (let n = 0; n < 200; n++) nudge(db, 'test.jobs')
  await waitUntil(async () => (await pool.query('select 1 from effects_once')).rowCount === 200)
  await carrier.close()
  listener.release(true)
  child.kill('SIGKILL')
  assert.ok(notifications >= 1 && notifications <= 20, `${notifications} notifications for 200 nudges`)
})

test('the listener reconnects, and then everything is polled once', async () => {
  const { performed, perform } = performing()
  const worker = createTestWorker(db, { url, works: [defineJobs({ perform })], pollSeconds: anHour })
  await worker.start()
  const isListener = `datname = current_database() and application_name = '${nudgeChannel}'`
  const listeners = () => pool.query(`select pid from pg_stat_activity where ${isListener}`)
  await waitUntil(async () => (await listeners()).rowCount === 1)
  await sleep(100)
  await addJobs(pool, ['unheard'])
  assert.deepEqual(performed, [])
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${isListener}`)
  await waitUntil(() => performed.length === 1)
  await worker.stop({ withinMilliseconds: 1000 })
})

test('rows and lanes survive killed connections', async () => {
  const victim = new URL(url())
  victim.searchParams.set('application_name', 'victim')
  const own = openDatabase(victim.href, { connections: 6 })
  const work = defineJobs({
    concurrency: 5,
    leaseSeconds: 1,
    async perform({ id }) {
      await sleep(3)
      return finish({ write: (tx) => sql`insert into effects (id) values (${id})`.execute(tx) })
    },
  })
  const lane = defineRoomLane({ perform: async () => sleep(3).then(() => finish()), leaseSeconds: 1 })
  const worker = createTestWorker(own.db, { url, works: [work], lanes: [lane], pollSeconds: 0.2 })
  await addJobs(pool, numberedIds(200))
  for (let n = 0; n < 60; n++) await addTask(db, `room ${n % 4}`, `${n}`)
  await worker.start()
  for (let kill = 0; kill < 8; kill++) {
    await sleep(60)
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name in ('victim', '${nudgeChannel}') and random() < 0.6`)
  }
  await waitUntil(async () => (await pool.query('select 1 from jobs where due_at is not null')).rowCount === 0)
  await waitUntil(async () => (await countPending(pool)) === 0)
  await worker.stop({ withinMilliseconds: 2000 })
  await own.close()
  const { rows } = await pool.query('select count(*) as all, count(distinct id) as different from effects')
  assert.deepEqual(rows, [{ all: 200, different: 200 }])
})

test('stop waits for running work and claims no more', async () => {
  const { performed, perform } = performing()
  const slow = async (row: { id: string }) => {
    await sleep(150)
    return perform(row)
  }
  await addJobs(pool, numberedIds(5))
  const worker = createTestWorker(db, { works: [defineJobs({ perform: slow, concurrency: 2 })] })
  await worker.start()
  await waitUntil(async () => (await pool.query('select 1 from jobs where lease_token is not null')).rowCount === 2)
  await worker.stop({ withinMilliseconds: 5000 })
  assert.equal(performed.length, 2)
  const { rows } = await pool.query(
    'select count(*) as count from jobs where due_at is not null and lease_token is null',
  )
  assert.deepEqual(rows, [{ count: 3 }])
})

test('stop aborts work that does not end and releases it, and another worker claims it at once', async () => {
  const reasons: string[] = []
  let startedCount = 0
  const hang = (_row: object, { signal }: { signal: AbortSignal }) => {
    startedCount += 1
    return new Promise<never>(() => signal.addEventListener('abort', () => reasons.push(signal.reason.message)))
  }
  const { performed, perform } = performing()
  await addJobs(pool, ['a'])
  await addTask(db, 'room', 'b')
  const long = { leaseSeconds: anHour, timeoutSeconds: anHour }
  const first = createTestWorker(db, {
    works: [defineJobs({ perform: hang, ...long })],
    lanes: [defineRoomLane({ perform: hang, ...long })],
  })
  await first.start()
  await waitUntil(() => startedCount === 2)
  await first.stop({ withinMilliseconds: 50 })
  assert.deepEqual(reasons, ['the process is stopping', 'the process is stopping'])
  const lane = defineRoomLane({ perform: async ({ note }) => perform({ id: note }) })
  await createTestWorker(db, { works: [defineJobs({ perform })], lanes: [lane] }).drain()
  assert.deepEqual(performed.toSorted(), ['a', 'b'])
  assert.partialDeepStrictEqual(await readJob(pool, 'a'), { attempts: 1, crashes: 0 })
})

test('a handler that aborts because the process stops does not count as an attempt', async () => {
  const { promise: began, resolve: begin } = Promise.withResolvers<void>()
  const perform = (_row: object, { signal }: { signal: AbortSignal }) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('broke off')))
      begin()
    })
  await addJobs(pool, numberedIds(20))
  const worker = createTestWorker(db, { works: [defineJobs({ perform, concurrency: 20 })] })
  await worker.start()
  await began
  await worker.stop({ withinMilliseconds: 50 })
  const { rows } = await pool.query('select attempts, due_at <= now() as due, lease_token from jobs')
  assert.deepEqual(
    rows,
    rows.map(() => ({ attempts: 0, due: true, lease_token: null })),
  )
})

test('a queue whose table is missing does not stop the others', async () => {
  const { performed, perform } = performing()
  await addJobs(pool, ['a'])
  const broken = defineJobs({ kind: 'test.broken', table: 'no_such_table' as 'jobs', perform })
  const warnings: string[] = []
  const log = { ...silentLog, warn: (_fields: object, message: string) => warnings.push(message) }
  const worker = createTestWorker(db, { works: [broken, defineJobs({ perform })], log })
  await worker.start()
  await waitUntil(() => performed.length === 1 && warnings.length > 0)
  await worker.stop({ withinMilliseconds: 1000 })
})

test('with workers killed at random nothing is lost, and an id derived from the row makes its effect happen once', async () => {
  await addJobs(pool, numberedIds(200))
  const finished = async () => (await pool.query('select 1 from jobs where due_at is not null')).rowCount === 0
  let kills = 0
  const keepKilling = async () => {
    while (!(await finished())) {
      const child = await startChild({ pollSeconds: 0.2 })
      await Promise.race([sleep(150 + Math.random() * 300), waitUntil(finished)])
      child.kill('SIGKILL')
      await once(child, 'exit')
      kills++
    }
  }
  await Promise.all([keepKilling(), keepKilling()])
  const { rows } = await pool.query(`select (select count(distinct id) from effects) as performed,
    (select count(*) from effects_once) as once, (select count(*) from jobs where attempts <> 1) as miscounted,
    (select sum(crashes) > 0 from jobs) as crashed`)
  assert.deepEqual(rows, [{ performed: 200, once: 200, miscounted: 0, crashed: true }])
  assert.ok(kills >= 2)
})

async function startChild(options: { pollSeconds: number }) {
  const child = fork(new URL('testing/killable-worker.ts', import.meta.url), [url(), JSON.stringify(options)])
  await once(child, 'message')
  return child
}

test('a chore runs once across two workers, on its schedule, and a failed one is retried', async () => {
  const runs: string[] = []
  const tick = defineChore({ name: 'tick', schedule: { everySeconds: anHour }, run: async () => runs.push('tick') })
  const bad = defineChore({
    name: 'bad',
    schedule: { everySeconds: anHour },
    async run() {
      runs.push('bad')
      throw new Error('no')
    },
  })
  const workers = [1, 2].map(() => createTestWorker(db, { chores: [tick, bad] }))
  await Promise.all(workers.map((worker) => worker.start()))
  assert.deepEqual(runs, [], 'the first run is at the first time of the schedule')
  await pool.query("insert into chores (name, due_at) values ('of another version', now())")
  await pool.query("update chores set due_at = now() where name <> 'of another version'")
  await waitUntil(() => runs.length >= 2)
  await sleep(300)
  await Promise.all(workers.map((worker) => worker.stop({ withinMilliseconds: 1000 })))
  assert.deepEqual(runs.toSorted(), ['bad', 'tick'])
  const { rows } = await pool.query('select name, attempts, due_at > now() as later from chores order by name')
  assert.deepEqual(rows, [
    { name: 'bad', attempts: 1, later: true },
    { name: 'of another version', attempts: 0, later: false },
    { name: 'tick', attempts: 0, later: true },
  ])
})

test('an existing chore keeps its time, unless its new time is sooner', async () => {
  const chore = (everySeconds: number) => defineChore({ name: 'tick', schedule: { everySeconds }, run: async () => {} })
  const dueAt = async () => (await pool.query('select due_at from chores')).rows[0].due_at.getTime() - Date.now()
  for (const everySeconds of [7200, 90_000, 600]) {
    const worker = createTestWorker(db, { chores: [chore(everySeconds)], world: realWorld })
    await worker.start()
    await worker.stop({ withinMilliseconds: 1000 })
    if (everySeconds === 90_000) assert.ok((await dueAt()) < 7_300_000)
  }
  assert.ok((await dueAt()) < 700_000)
})
