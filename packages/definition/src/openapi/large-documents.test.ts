import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOpenapi, readOpenapi } from './read-openapi.ts'
import { buildLargeDocument } from './testing/large-document.ts'

/** Documents of the size and with the features of those that large services publish. */

const chosen = ['ListCustomers0', 'CreateCustomer0', 'UpdateCustomer0', 'SearchOrders0']
const document = buildLargeDocument({ resources: 300 })
const read = (operations: readonly string[] = chosen) => {
  const reading = readOpenapi(document, { operations })
  assert.ok(reading.ok, JSON.stringify(reading))
  return reading
}
const toolOf = (name: string) => read().tools.find((tool) => tool.name === name) ?? assert.fail(`there is no ${name}`)
const propertiesOf = (name: string) => toolOf(name).parameters.properties as Record<string, Record<string, unknown>>

test('operations of a document with 1,200 of them can be chosen; all of them are more than an integration may have', () => {
  assert.equal(Object.keys(document.paths).length * 2, 1_200)
  assert.deepEqual(
    read().tools.map(({ name }) => name),
    chosen,
  )
  const all = readOpenapi(document)
  assert.ok(!all.ok || all.tools.length > 40)
})

test('the first server counts, with the defaults of its variables', () => {
  assert.equal(read().baseUrl, 'https://eu.api.example.com/v2')
})

test('parameters of the path and of the operation are joined, and the operation wins', () => {
  const { account, limit } = propertiesOf('ListCustomers0')
  assert.equal(account?.type, 'string')
  assert.equal(limit?.maximum, 100, 'of the operation, not of the path')
  assert.deepEqual(toolOf('ListCustomers0').readOnly, true)
})

test('allOf, oneOf, anyOf and nullable of both versions stay schemas that a model can follow', () => {
  const properties = propertiesOf('CreateCustomer0')
  assert.ok(properties.email && properties.kind, 'properties of allOf are arguments')
  assert.ok(JSON.stringify(properties).includes('oneOf'))
  const { error } = JSON.parse(JSON.stringify({ error: toolOf('CreateCustomer0').parameters.$ref ?? null }))
  assert.equal(error, null)
  assert.ok(!JSON.stringify(read().tools).includes('#/components'), 'no reference leads out of the tool')
})

test('cycles end, and every schema stays small', () => {
  for (const tool of read().tools) assert.ok(JSON.stringify(tool.parameters).length < 64_000, tool.name)
  assert.ok(propertiesOf('CreateCustomer0').parent, 'a customer that contains customers')
})

test('a body that is a form is sent as a form', () => {
  const { request } = toolOf('UpdateCustomer0')
  assert.match(JSON.stringify(request), /form/)
})

test('huge descriptions are cut', () => {
  for (const { description } of read().tools) assert.ok(description.length <= 1_001)
})

test('the same document as text is the same tools', () => {
  const parsed = parseOpenapi(JSON.stringify(document), { operations: chosen })
  assert.deepEqual(parsed, read())
})
