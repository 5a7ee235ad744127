import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IntegrationBody, IntegrationList } from './integrations.ts'
import { read } from './things/testing/read.ts'

const orders = { description: 'Looks up an order', endpoint: { url: 'https://example.com/orders' } }

test('an integration is stored as sent, with its credential separate', () => {
  const record = {
    ...orders,
    name: 'Orders',
    parameters: { type: 'object', properties: { number: { type: 'string' } } },
    endpoint: { url: 'http://example.com/orders', method: 'PATCH' },
  }
  const sent = { id: 'orders', ...record, authHeader: 'Bearer x', auth: { set: true, last4: 'abcd' } }
  assert.deepEqual(read(IntegrationBody, sent).value, {
    ...{ id: 'orders', kind: 'http', secret: 'Bearer x', record },
  })
  assert.deepEqual(read(IntegrationBody, orders).value, {
    ...{ id: undefined, kind: 'http', secret: undefined, record: orders },
  })
  assert.equal(read(IntegrationBody, { ...orders, authHeader: null }).value?.secret, null)
})

const refused: [title: string, sent: object, error: string][] = [
  ['without a description', { ...orders, description: undefined }, 'description is required'],
  ['without an endpoint', { description: 'x' }, 'endpoint is required'],
  ['at a file', { ...orders, endpoint: { url: 'file:///etc/passwd' } }, 'endpoint.url must be an http or https URL'],
  ['that is read by GET', { ...orders, endpoint: { ...orders.endpoint, method: 'GET' } }, 'endpoint.method must be one of POST, PUT, PATCH'],
  ['with a credential on the endpoint', { ...orders, endpoint: { ...orders.endpoint, auth: 'x' } }, 'endpoint.auth is not a known field'],
  ['with a credential as auth', { ...orders, auth: 'Bearer x' }, 'auth must be an object'],
  ['with a credential inside auth', { ...orders, auth: { set: true, value: 'x' } }, 'auth.value is not a known field'],
  ['with an auth that says nothing', { ...orders, auth: {} }, 'auth.set is required'],
  ['with an empty credential', { ...orders, authHeader: '' }, 'authHeader must not be empty'],
  ['with arguments that are a list', { ...orders, parameters: { type: 'array' } }, 'parameters must be the JSON Schema of an object: the arguments by name'],
  ['with parameters that are not an object', { ...orders, parameters: 'x' }, 'parameters must be an object'],
  ['with an endless schema', { ...orders, parameters: { description: 'x'.repeat(20_001) } }, 'parameters must have at most 20000 characters'],
  ['with an unknown field', { ...orders, url: 'x' }, 'url is not a known field'],
] // biome-ignore format: one line per case
for (const [title, sent, error] of refused) {
  test(`an integration ${title} is refused`, () => {
    assert.deepEqual(read(IntegrationBody, sent).errors, [error])
  })
}

const ids: [id: string, ok: boolean][] = [
  ['a', true],
  ['Orders_2-x', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['', false],
  ['a.b', false],
  ['a b', false],
  ['ä', false],
  ['a\n', false],
]
for (const [id, ok] of ids) {
  test(`${JSON.stringify(id)} is ${ok ? 'an' : 'no'} id of an integration`, () => {
    assert.equal(read(IntegrationList, [{ id, ...orders }]).errors.length === 0, ok)
  })
}

test('a document has each integration once and no credential', () => {
  const one = { id: 'orders', ...orders }
  assert.deepEqual(read(IntegrationList, [one, one]).errors, ['[1].id is used twice'])
  assert.deepEqual(read(IntegrationList, [{ ...one, authHeader: 'x' }]).errors, ['[0].authHeader is not a known field'])
  assert.deepEqual(read(IntegrationList, [{ ...one, auth: 'x' }]).errors, ['[0].auth must be an object'])
  assert.deepEqual(read(IntegrationList, [{ ...one, auth: { set: true, last4: '9f3c' } }]).value, [one])
})
