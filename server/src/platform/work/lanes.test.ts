import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fc } from '@parley/test-kit'
import { sql } from 'kysely'
import { createTestDatabase } from '../../testing/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { stillWorld } from '../world.ts'
import { enterLane, enterLanes, failPermanently, finish, retry } from './index.ts'
import { claimLanes } from './lane-queries.ts'
import { createJobTables, createTestWorker, stopWorkers, waitUntil } from './testing/jobs.ts'
import { addTask, countLanes, countPending, defineRoomLane, readTask, type TestTaskRow } from './testing/tasks.ts'

const { db, pool } = await createTestDatabase()
await createJobTables(pool)
afterEach(stopWorkers)
beforeEach(() => pool.query('truncate tasks, work_lanes'))

const start = '2026-01-01T00:00:00.000Z'
const early = new Date(Date.parse(start) - 1000)

/** Records performed work by room. */
function notebook() {
  const notes: Record<string, string[] | undefined> = {}
  const perform = async ({ room, note }: TestTaskRow) => {
    notes[room] = [...(notes[room] ?? []), note]
    return finish({ set: { state: 'done' } })
  }
  return { notes, perform }
}

test('the rows of a lane run in order of arrival, and an empty lane leaves nothing behind', async () => {
  const { notes, perform } = notebook()
  for (let n = 0; n < 50; n++) await addTask(db, n % 2 ? 'odd' : 'even', `${n}`, early)
  await createTestWorker(db, { lanes: [defineRoomLane({ perform })], world: stillWorld(start) }).drain()
  const numbers = Array.from({ length: 50 }, (_, n) => `${n}`)
  assert.deepEqual(notes, {
    even: numbers.filter((n) => Number(n) % 2 === 0),
    odd: numbers.filter((n) => Number(n) % 2 === 1),
  })
  assert.equal(await countLanes(pool), 0)
  assert.partialDeepStrictEqual(await readTask(pool, '7'), { state: 'done', due_at: null, attempts: 1 })
})

test('a head that waits for its retry blocks its own lane and no other', async () => {
  const world = stillWorld(start)
  const { notes, perform } = notebook()
  let failing = true
  const lane = defineRoomLane({
    retry: { delaysSeconds: [60], jitter: 0 },
    perform: async (row) => (row.note === 'head' && failing ? retry('not yet') : perform(row)),
  })
  for (const note of ['head', 'second']) await addTask(db, 'stuck', note, early)
  await addTask(db, 'free', 'other', early)
  const worker = createTestWorker(db, { lanes: [lane], world })
  await worker.drain()
  assert.deepEqual({ ...notes }, { free: ['other'] })
  await addTask(db, 'stuck', 'third', early)
  await worker.drain()
  assert.equal(notes.stuck, undefined, 'a new row does not overtake the head')
  failing = false
  world.advance(60_000)
  await worker.drain()
  assert.deepEqual(notes.stuck, ['head', 'second', 'third'])
})

test('a head that fails for good runs its hook, and the lane continues', async () => {
  const { notes, perform } = notebook()
  const lane = defineRoomLane({
    perform: async (row) => (row.note === 'bad' ? failPermanently('never') : perform(row)),
    giveUp: (tx, { seq }) => sql`update tasks set state = 'failed' where seq = ${seq}`.execute(tx),
  })
  for (const note of ['bad', 'good']) await addTask(db, 'room', note, early)
  await createTestWorker(db, { lanes: [lane], world: stillWorld(start) }).drain()
  assert.deepEqual(notes.room, ['good'])
  assert.partialDeepStrictEqual(await readTask(pool, 'bad'), { state: 'failed', due_at: null, last_error: 'never' })
})

test('a row cancelled by its domain is skipped; one cancelled while it runs is not completed, and the lane continues', async () => {
  const { notes, perform } = notebook()
  const lane = defineRoomLane({
    async perform(row) {
      if (row.note === 'running') await pool.query("update tasks set due_at = null where note = 'running'")
      return perform(row)
    },
  })
  for (const note of ['waiting', 'running', 'last']) await addTask(db, 'room', note, early)
  await pool.query("update tasks set due_at = null where note = 'waiting'")
  await createTestWorker(db, { lanes: [lane], world: stillWorld(start) }).drain()
  assert.deepEqual(notes.room, ['running', 'last'])
  assert.partialDeepStrictEqual(await readTask(pool, 'running'), { state: 'queued', attempts: 0 })
})

test('a worker that lost the lane commits nothing and stops', async () => {
  const { notes, perform } = notebook()
  const lane = defineRoomLane({
    async perform(row) {
      await pool.query("update work_lanes set lease_token = 'of another', ready_at = '2030-01-01'")
      return perform(row)
    },
  })
  for (const note of ['first', 'second']) await addTask(db, 'room', note, early)
  await createTestWorker(db, { lanes: [lane], world: stillWorld(start) }).drain()
  assert.deepEqual(notes.room, ['first'])
  assert.partialDeepStrictEqual(await readTask(pool, 'first'), { state: 'queued', attempts: 0 })
  const { rows } = await pool.query('select lease_token from work_lanes')
  assert.deepEqual(rows, [{ lease_token: 'of another' }])
})

test('a head that kills its workers fails after the maximum number of crashes, and the lane continues', async () => {
  const world = stillWorld(start)
  const { notes, perform } = notebook()
  const lane = defineRoomLane({ perform: async (row) => perform(row), maxCrashes: 2, leaseSeconds: 1 })
  for (const note of ['poison', 'after']) await addTask(db, 'room', note, early)
  const die = async () => {
    const until = new Date(world.now().getTime() + 1000)
    const claim = { now: world.now(), until, token: world.newId('dead'), max: 1 }
    await claimLanes(db, lane, claim, { columns: ['note'], max: 1 })
    world.advance(2000)
  }
  const worker = createTestWorker(db, { lanes: [{ ...lane, perform: () => new Promise<never>(() => {}) }], world })
  await die()
  worker.drain().catch(() => {}) // Finds the first crash, hangs in the head, and is abandoned with its lease.
  await waitUntil(async () => (await readTask(pool, 'poison')).crashes === 1)
  await sleep(20)
  world.advance(2000)
  await createTestWorker(db, { lanes: [lane], world }).drain()
  assert.deepEqual(notes.room, ['after'])
  assert.partialDeepStrictEqual(await readTask(pool, 'poison'), {
    due_at: null,
    attempts: 0,
    crashes: 2,
    last_error: 'its worker crashed 2 times',
  })
  assert.equal((await readTask(pool, 'after')).crashes, 0)
})

test('a busy lane does not starve the others', async () => {
  const order: string[] = []
  const perform = async ({ room }: TestTaskRow) => {
    order.push(room)
    return finish()
  }
  for (let n = 0; n < 100; n++) await addTask(db, 'hot', `hot ${n}`, early)
  for (let n = 0; n < 5; n++) await addTask(db, `cool ${n}`, `cool ${n}`, early)
  await createTestWorker(db, { lanes: [defineRoomLane({ perform, concurrency: 1 })], world: stillWorld(start) }).drain()
  assert.equal(order.length, 105)
  const lastCool = order.findLastIndex((room) => room.startsWith('cool'))
  assert.ok(order.slice(lastCool).length > 50, 'the others were served while most of the hot lane still waited')
})

test('one worker at a time works on a lane and extends its lease meanwhile', async () => {
  const order: string[] = []
  const perform = async ({ note }: TestTaskRow) => {
    order.push(`${note} begins`)
    await sleep(1500)
    order.push(`${note} ends`)
    return finish()
  }
  for (const note of ['a', 'b']) await addTask(db, 'room', note)
  const workers = [1, 2, 3].map(() => createTestWorker(db, { lanes: [defineRoomLane({ perform, leaseSeconds: 1 })] }))
  await Promise.all(workers.map((worker) => worker.start()))
  await waitUntil(async () => (await countPending(pool)) === 0)
  await Promise.all(workers.map((worker) => worker.stop({ withinMilliseconds: 2000 })))
  assert.deepEqual(
    order,
    ['a', 'b'].flatMap((note) => [`${note} begins`, `${note} ends`]),
  )
})

test('one statement enqueues into many lanes, each once', async () => {
  const keys = ['x', 'y', 'x'].map((room) => ({ agent_key: 1, room }))
  const lane = defineRoomLane({ perform: async () => finish() })
  await inTransaction(db, (tx) => enterLanes(tx, lane, keys, early))
  assert.equal(await countLanes(pool), 2)
})

test('an enqueue that is rolled back leaves no lane and no row', async () => {
  const lane = defineRoomLane({ perform: async () => finish() })
  const refused = inTransaction(db, async (tx) => {
    await enterLane(tx, lane, { agent_key: 1, room: 'x' }, early)
    throw new Error('no')
  })
  await assert.rejects(refused)
  assert.equal(await countLanes(pool), 0)
})

test('rows that are enqueued while their lane is being released are not lost', async () => {
  const { notes, perform } = notebook()
  // Only nudges and the lane's own row notify the worker: with polling at an hour, a lost row hangs the test.
  const workers = [1, 2].map(() => createTestWorker(db, { lanes: [defineRoomLane({ perform })], pollSeconds: 3600 }))
  await Promise.all(workers.map((worker) => worker.start()))
  const writer = async (name: string) => {
    for (let n = 0; n < 150; n++) await addTask(db, `room ${n % 3}`, `${name} ${n}`)
  }
  await Promise.all(['a', 'b', 'c'].map(writer))
  await waitUntil(async () => (await countPending(pool)) === 0)
  // A lane that got a row while its last one was in progress is checked once more, which must happen while the workers
  // run.
  await waitUntil(async () => (await countLanes(pool)) === 0)
  await Promise.all(workers.map((worker) => worker.stop({ withinMilliseconds: 2000 })))
  const { rows } = await pool.query('select room, note from tasks order by seq')
  for (const room of ['room 0', 'room 1', 'room 2']) {
    assert.deepEqual(
      notes[room],
      rows.filter((row) => row.room === room).map((row) => row.note),
    )
  }
})

const enqueued = fc.record({
  room: fc.constantFrom('a', 'b', 'c', 'd'),
  pauseMilliseconds: fc.constantFrom(0, 0, 0, 1, 5),
  failures: fc.constantFrom(0, 0, 0, 0, 1, 2),
  crashes: fc.constantFrom(0, 0, 0, 0, 0, 1),
})

test('for any arrivals and failures each lane keeps its order and nothing is lost', async () => {
  const property = fc.asyncProperty(fc.array(enqueued, { minLength: 1, maxLength: 30 }), async (plan) => {
    await pool.query('truncate tasks, work_lanes')
    const tries = new Map<string, number>()
    const finished: Record<string, string[]> = {}
    const lane = defineRoomLane({
      leaseSeconds: 0.15,
      timeoutSeconds: 0.05,
      retry: { attempts: 5, baseSeconds: 0.005, maxSeconds: 0.01 },
      async perform({ room, note }) {
        const { failures, crashes } = plan[Number(note)]!
        const tried = (tries.get(note) ?? 0) + 1
        tries.set(note, tried)
        if (tried <= failures) throw new Error('planned')
        // Equivalent to a crash: it never ends, and its lease expires.
        if (tried <= failures + crashes) await new Promise(() => {})
        return finish({
          write: async () => {
            finished[room] = [...(finished[room] ?? []), note]
          },
        })
      },
    })
    const workers = [1, 2].map(() => createTestWorker(db, { lanes: [lane], pollSeconds: 0.1 }))
    await Promise.all(workers.map((worker) => worker.start()))
    for (const [n, { room, pauseMilliseconds }] of plan.entries()) {
      await addTask(db, room, `${n}`)
      if (pauseMilliseconds > 0) await sleep(pauseMilliseconds)
    }
    await waitUntil(async () => (await countPending(pool)) === 0)
    await Promise.all(workers.map((worker) => worker.stop({ withinMilliseconds: 2000 })))
    const expected = Object.groupBy(plan.keys().map(String), (n) => plan[Number(n)]!.room)
    assert.deepEqual({ ...finished }, { ...expected })
  })
  await fc.assert(property, { numRuns: 8, endOnFailure: true })
})

test('depth counts the due rows and the leased lanes', async () => {
  await addTask(db, 'a', 'one', new Date(Date.parse(start) - 5000))
  await addTask(db, 'b', 'two', new Date(Date.parse(start) + 5000))
  await pool.query("update work_lanes set lease_token = 'x' where lane like '%b%'")
  const worker = createTestWorker(db, {
    lanes: [defineRoomLane({ perform: async () => finish() })],
    world: stillWorld(start),
  })
  assert.deepEqual(await worker.depth(), [{ kind: 'test.rooms', due: 1, leased: 1, oldestDueSeconds: 5 }])
})
