import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testFailures } from '../testing/failures.ts'
import { openTestTool } from '../testing/tool.ts'
import { zendeskAdapter } from './index.ts'

const zendesk = await openTestTool(zendeskAdapter)
const ticket = {
  subject: 'Leak',
  comment: { body: 'Since today.' },
  requester: { name: 'Ada', email: 'a@example.com' },
}
const given = {
  config: { subdomain: 'Acme', email: 'agent@acme.example' },
  secrets: { apiToken: 'zd-secret-token' },
  with: ticket,
}
const created = { status: 201, body: { ticket: { id: 35436, status: 'new', url: 'https://acme.zendesk.com/api' } } }
const sentTicket = () => JSON.parse(zendesk.calls.at(-1)?.body ?? '').ticket

test('a ticket is created in the name of the agent, with group and brand of the settings', async () => {
  zendesk.answerNext(created)
  const config = { ...given.config, groupId: 9, brandId: 4 }
  const full = { ...ticket, priority: 'high', type: 'problem', tags: ['web'] }
  const result = await zendesk.call({ ...given, config, with: full })
  assert.deepEqual(result, { id: 35436, url: 'https://acme.zendesk.com/agent/tickets/35436', status: 'new' })
  const { method, path, headers } = zendesk.calls.at(-1) ?? assert.fail()
  assert.deepEqual([method, path], ['POST', '/api/v2/tickets'])
  const basic = Buffer.from('agent@acme.example/token:zd-secret-token').toString('base64')
  assert.equal(headers.authorization, `Basic ${basic}`)
  assert.deepEqual(sentTicket(), { ...full, group_id: 9, brand_id: 4 })
})

test('an internal note stays internal', async () => {
  zendesk.answerNext(created)
  const note = { ...ticket, comment: { body: 'Careful.', public: false } }
  await zendesk.call({ ...given, with: note })
  assert.deepEqual(sentTicket().comment, { body: 'Careful.', public: false })
})

test('every repetition of a call carries the same idempotency key', async () => {
  zendesk.answerNext(created, created)
  for (const _ of [1, 2]) await zendesk.call({ ...given, idempotencyKey: 'turn_7:step_2' })
  assert.deepEqual(
    zendesk.calls.slice(-2).map(({ headers }) => headers['idempotency-key']),
    ['turn_7:step_2', 'turn_7:step_2'],
  )
})

test('the subdomain is a single label of the host name', () => {
  assert.equal(zendeskAdapter.baseUrl({ subdomain: 'Acme-2' }, {}), 'https://acme-2.zendesk.com')
  for (const subdomain of ['evil.example/', 'evil.example#', 'a.b', 'a@b', '-a', 'a-', '', ' ', 'é']) {
    assert.throws(() => zendeskAdapter.baseUrl({ subdomain }, {}), /is not a Zendesk subdomain\. Enter only the part/)
  }
})

testFailures({
  tool: zendesk,
  given,
  cases: [
    [
      'Zendesk refuses the requester',
      {
        status: 422,
        body: {
          error: 'RecordInvalid',
          description: 'Record validation errors',
          details: { requester: [{ description: 'Requester: Email: cannot be blank', error: 'BlankValue' }] },
        },
      },
      'invalid',
      /^Zendesk refused the call \(422\): Requester: Email: cannot be blank\. Correct/,
    ],
    [
      'the key belongs to another request',
      { status: 400, body: { error: 'IdempotentRequestError', description: 'Mismatched request parameters' } },
      'invalid',
      /Mismatched request parameters\./,
    ],
    [
      'the API token is not valid',
      { status: 401, body: { error: "Couldn't authenticate you" } },
      'unauthorized',
      /^Zendesk refused access \(401\)\. Enter the email address of a Zendesk agent/,
    ],
    [
      'the agent may not create tickets',
      { status: 403, body: { error: { title: 'Forbidden', message: 'You do not have access to this page' } } },
      'unauthorized',
      /You do not have access to this page\. Give the Zendesk agent/,
    ],
    [
      'the account does not exist',
      { status: 404, body: 'No help desk' },
      'invalid',
      /^Zendesk refused the call \(404\)\./,
    ],
  ],
})
