import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testFailures } from '../testing/failures.ts'
import { openTestTool } from '../testing/tool.ts'
import { hubspotAdapter } from './index.ts'

const hubspot = await openTestTool(hubspotAdapter)
const given = { secrets: { accessToken: 'pat-na1-secret' }, with: { email: 'ada@example.com' } }
const upserted = (contact: object) => ({ body: { status: 'COMPLETE', results: [{ id: '51', ...contact }] } })

test('a contact is upserted by email address, with the token of the private app', async () => {
  hubspot.answerNext(upserted({ new: true, properties: {} }))
  const contact = { email: 'ada@example.com', firstname: 'Ada', message: 'Wants a quote' }
  const result = await hubspot.call({ ...given, with: contact })
  assert.deepEqual(result, { id: '51', created: true })
  const { method, path, headers, body } = hubspot.calls.at(-1) ?? assert.fail()
  assert.deepEqual([method, path], ['POST', '/crm/v3/objects/contacts/batch/upsert'])
  assert.equal(headers.authorization, 'Bearer pat-na1-secret')
  assert.equal(headers['content-type'], 'application/json')
  assert.deepEqual(JSON.parse(body), {
    inputs: [{ id: 'ada@example.com', idProperty: 'email', properties: contact }],
  })
})

test('owner and lead status come from the settings, and an empty field clears nothing', async () => {
  hubspot.answerNext(upserted({ new: false, url: 'https://app.hubspot.com/contacts/1/record/0-1/51' }))
  const result = await hubspot.call({
    ...given,
    config: { ownerId: '77', leadStatus: 'NEW' },
    with: { email: 'ada@example.com', phone: '' },
  })
  assert.deepEqual(result, { id: '51', created: false, url: 'https://app.hubspot.com/contacts/1/record/0-1/51' })
  assert.deepEqual(JSON.parse(hubspot.calls.at(-1)?.body ?? '').inputs[0].properties, {
    email: 'ada@example.com',
    hubspot_owner_id: '77',
    hs_lead_status: 'NEW',
  })
})

const error = (category: string, message: string) => ({ status: 'error', message, correlationId: 'a1', category })

testFailures({
  tool: hubspot,
  given,
  cases: [
    [
      'HubSpot refuses a value',
      {
        status: 400,
        body: { ...error('VALIDATION_ERROR', 'Invalid input'), errors: [{ message: 'Email address is invalid' }] },
      },
      'invalid',
      /^HubSpot refused the call \(400\): Email address is invalid\. Correct the parameters/,
    ],
    [
      'HubSpot accepts the batch and refuses the contact in it',
      {
        status: 207,
        body: { status: 'COMPLETE', results: [], numErrors: 1, errors: [error('OBJECT_NOT_FOUND', 'No such owner')] },
      },
      'invalid',
      /^HubSpot refused the call: No such owner\./,
    ],
    [
      'HubSpot returns neither a contact nor an error',
      { body: { status: 'COMPLETE', results: [] } },
      'invalid',
      /^HubSpot refused the call\. /,
    ],
    [
      'the token is not valid',
      { status: 401, body: error('INVALID_AUTHENTICATION', 'Authentication credentials not found.') },
      'unauthorized',
      /^HubSpot refused access \(401\)\. Enter a valid access token/,
    ],
    [
      'the app lacks the scope',
      { status: 403, body: error('MISSING_SCOPES', 'This app has not been granted all required scopes') },
      'unauthorized',
      /required scopes\. Give the HubSpot private app the crm\.objects\.contacts\.write scope\.$/,
    ],
  ],
})
