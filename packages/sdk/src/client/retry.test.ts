import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFetchFailure, createRefusal, createStubClient, json } from '../testing/answers.ts'

type Answer = () => Response | Error
type Verb = 'get' | 'put' | 'delete' | 'post' | 'patch' | 'bare'

const calls: Record<Verb, (one: ReturnType<typeof createStubClient>) => Promise<unknown>> = {
  get: ({ parley }) => parley.get('/me'),
  put: ({ parley }) =>
    parley
      .org('o')
      .agent('a')
      .put('/rules', { body: { rules: [] } }),
  delete: ({ parley }) =>
    parley
      .org('o')
      .agent('a')
      .delete('/people/{personId}', { path: { personId: 'p' } }),
  post: ({ parley }) => parley.org('o').agent('a').post('/people', { body: {} }),
  patch: ({ parley }) =>
    parley
      .org('o')
      .agent('a')
      .patch('/people/{personId}', { path: { personId: 'p' }, body: { firstName: 'Ada' } }),
  bare: ({ gateway }) => gateway.post('/compile', { body: { aml: 'Hello' } }),
}

const repeatable: Verb[] = ['get', 'put', 'delete', 'post']
const every: Verb[] = [...repeatable, 'patch', 'bare']

const rows: [title: string, answer: Answer, again: Verb[]][] = [
  ['no server listens', () => createFetchFailure('ECONNREFUSED'), every],
  ['the connection was closed', () => createFetchFailure('ECONNRESET'), repeatable],
  ['500', () => createRefusal(500, 'internal'), repeatable],
  ['503', () => createRefusal(503, 'service.unavailable'), repeatable],
  ['503 with a time', () => createRefusal(503, 'service.unavailable', { 'retry-after': '1' }), every],
  ['429 with a time', () => createRefusal(429, 'request.rate_limited', { 'retry-after': '60' }), every],
  ['429 with a long time', () => createRefusal(429, 'request.rate_limited', { 'retry-after': '61' }), []],
  ['429 for the rest of the month', () => createRefusal(429, 'agent.test.quota_exceeded'), []],
  ['404', () => createRefusal(404, 'resource.not_found'), []],
  ['409', () => createRefusal(409, 'resource.conflict'), []],
]

for (const [title, answer, again] of rows) {
  test(`${title}: the client retries ${again.join(', ') || 'none'}`, async () => {
    const tried = await Promise.all(
      every.map(async (verb) => {
        const one = createStubClient((_, nth) => (nth < 3 ? answer() : json({})))
        await calls[verb](one).catch(() => undefined)
        return one.sent.length === 3 ? [verb] : []
      }),
    )
    assert.deepEqual(tried.flat(), again)
  })
}

test('the client retries twice by default and then throws the last error', async () => {
  for (const [retries, tries] of [[undefined, 3], [0, 1], [4, 5]] as const) {
    const one = createStubClient(() => createRefusal(503, 'service.unavailable'), { retries })
    await assert.rejects(calls.get(one), { status: 503 })
    assert.equal(one.sent.length, tries)
  } // biome-ignore format: given, seen
})

test('waits double with jitter, unless the server names a wait', async () => {
  const drawn = createStubClient(() => createFetchFailure('ECONNREFUSED'), { retries: 7 })
  await calls.get(drawn).catch(() => undefined)
  for (const [n, wait] of drawn.waitTimes.entries()) assert.ok(wait >= 0 && wait <= Math.min(8_000, 500 * 2 ** n))
  const named = createStubClient((_, nth) => (nth === 1 ? createRefusal(429, 'x', { 'retry-after': '7' }) : json({})))
  await calls.get(named)
  assert.deepEqual(named.waitTimes, [7_000])
})

test('a conflict after a lost response means that the first attempt is still running', async () => {
  const answers = [createFetchFailure('ECONNRESET'), createRefusal(409, 'resource.conflict'), json({ id: 'p' }, 201)]
  const one = createStubClient((_, nth) => answers[nth - 1] as Response)
  assert.deepEqual(await calls.post(one), { id: 'p' })
})

test('an abort ends the wait at once, and nothing is retried', async () => {
  const stop = new AbortController()
  const one = createStubClient(() => createRefusal(503, 'service.unavailable'), {
    sleep: async () => stop.abort(new Error('enough')),
  })
  await assert.rejects(one.parley.get('/me', { signal: stop.signal }), /enough/)
  await assert.rejects(one.parley.get('/me', { signal: stop.signal }), /enough/)
  assert.equal(one.sent.length, 1)
})
