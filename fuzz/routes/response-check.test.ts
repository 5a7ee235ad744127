import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from './openapi.ts'
import { createResponseCheck } from './response-check.ts'
import type { FuzzReply } from './send.ts'
import { shrinkRequest } from './shrink.ts'

const document = { paths: {}, components: { schemas: { Thing: { type: 'object', required: ['id'] } } } }
const operation: Operation = {
  ...{ host: 'api', method: 'GET', prefix: '/v1', path: '/things', parameters: [], bodies: {}, document },
  responses: {
    200: {
      description: 'The answer',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
    },
    404: { description: 'resource.not_found, agent.not_found' },
  },
}
const checkResponse = createResponseCheck(new Set(['things_pkey']))

const buildReply = (status: number, body: object): FuzzReply => ({
  status,
  headers: {
    'content-type': status < 400 ? 'application/json; charset=utf-8' : 'application/problem+json; charset=utf-8',
    'x-request-id': 'req_1',
  },
  text: JSON.stringify(body),
  milliseconds: 1,
})
const buildRefusal = (status: number, code: string, extraFields: object = {}) =>
  buildReply(status, { status, code, title: 'No', requestId: 'req_1', ...extraFields })
const markAsReplayed = (reply: FuzzReply): FuzzReply => ({
  ...reply,
  headers: { ...reply.headers, 'idempotency-replayed': 'true' },
})

const cases: [title: string, reply: FuzzReply | undefined, kind: string | undefined][] = [
  ['a success that matches its schema', buildReply(200, { id: 'x' }), undefined],
  ['a success that does not match its schema', buildReply(200, {}), 'schema'],
  ['a success that the reference does not describe', buildReply(201, { id: 'x' }), 'undocumented 201'],
  ['a refusal that the reference describes', buildRefusal(404, 'resource.not_found'), undefined],
  [
    'a refusal that names another request',
    buildRefusal(404, 'resource.not_found', { requestId: 'req_0' }),
    'problem body',
  ],
  ['a replayed refusal', markAsReplayed(buildRefusal(404, 'resource.not_found', { requestId: 'req_0' })), undefined],
  ['a refusal with another code', buildRefusal(404, 'goal.unknown'), 'undocumented 404 goal.unknown'],
  ['a refusal with an unknown code', buildRefusal(404, 'nothing'), 'code nothing'],
  ['an internal error', buildRefusal(500, 'internal'), 'internal'],
  ['a refusal that names a constraint', buildRefusal(404, 'resource.not_found', { detail: 'see things_pkey' }), 'leak'],
  ['a success that contains a stack trace', buildReply(200, { id: 'x', why: 'in a.ts:12' }), 'leak'],
  ['a missing response', undefined, 'hang'],
]

for (const [title, reply, kind] of cases) {
  test(kind ? `the check reports "${kind}" for ${title}` : `the check accepts ${title}`, () =>
    assert.equal(checkResponse(operation, reply)?.kind, kind),
  )
}

test('a failing request is shrunk to the smallest one that still fails', async () => {
  const request = {
    ...({ route: 'POST /v1/things', caller: 'key', params: {}, headers: { accept: 'x' } } as const),
    query: [['a', '1']] as [string, string][],
    body: { json: { name: 'long enough', list: [{ bad: true, good: 1 }, 2], more: {} } },
  }
  const { query, headers, body } = await shrinkRequest(request, async (smaller) =>
    `${JSON.stringify(smaller.body)}`.includes('"bad"'),
  )
  assert.deepEqual({ query, headers, body }, { query: [], headers: {}, body: { json: { list: [{ bad: true }] } } })
})
