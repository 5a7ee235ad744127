// Own process: monitors the event loop.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fastify } from 'fastify'
import { runReference, stallLimit } from '../../server/src/testing/stalls/watch-stalls.ts'
import { fuzzHeavyBodies, growBody } from './heavy-bodies.ts'
import type { Operation } from './openapi.ts'
import type { RequestTarget } from './send.ts'

const app = fastify({ bodyLimit: 8_000_000 })
after(() => app.close())
type Body = { names?: unknown[] }
app.post('/quick', async ({ body }) => ({ names: (body as Body).names?.length ?? 0 }))
// The planted violation: work proportional to the list, in one turn of the event loop.
app.post('/stalls', async ({ body }) => {
  const names = (body as Body).names?.length ?? 0
  for (let n = 0; n < Math.min(names, 6 * stallLimit); n++) runReference()
  return { names }
})

const document = { paths: {}, components: { schemas: {} } }
const createOperation = (path: string): Operation => ({
  ...({ host: 'api', method: 'POST', prefix: '', path, parameters: [], document, callers: ['nobody'] } as const),
  bodies: {
    'application/json': {
      type: 'object',
      properties: { names: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 } },
      required: ['names'],
    },
  },
})
const target = {
  hosts: { api: app, gateway: app },
  timeoutSeconds: 120,
  pools: { own: {}, other: {} },
  tokens: {},
} as unknown as RequestTarget

test('the check finds a planted stall and does not report the next route', async () => {
  const { stalls, requests } = await fuzzHeavyBodies({
    target,
    operations: [createOperation('/quick'), createOperation('/stalls')],
    seed: 1,
  })
  assert.ok(requests >= 6, `${requests} requests`)
  assert.deepEqual([...new Set(stalls.map(({ route }) => route))], ['POST /stalls'])
  assert.deepEqual([...new Set(stalls.map(({ method }) => method))], ['a long list', 'a list of ones'])
})

test('a heavy body has megabytes in one field and leaves the others unchanged', () => {
  const body = { name: 'Boat', tags: ['a'], place: { town: 'Kiel' } }
  for (const method of ['a long list', 'a list of ones', 'a wide object', 'a long text', 'a text of spaces']) {
    const text = growBody(method, body)
    assert.ok(text && text.length > 1_000_000 && text.length < 2 * 2 ** 20, method)
    const smallFields = Object.entries(JSON.parse(text)).filter(([, value]) => JSON.stringify(value).length < 100)
    assert.equal(smallFields.length, 2, method)
  }
  assert.equal(growBody('a long list', { name: 'Boat' }), undefined)
})
