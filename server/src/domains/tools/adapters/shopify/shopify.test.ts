import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { testFailures } from '../testing/failures.ts'
import { openTestTool } from '../testing/tool.ts'
import { shopifyAdapter } from './index.ts'

const shopify = await openTestTool(shopifyAdapter)
const given = {
  config: { shopDomain: 'Acme.myshopify.com' },
  secrets: { accessToken: 'shpat_secret' },
  with: { name: '#1001', email: 'ada@example.com' },
}
const order = {
  name: '#1001',
  email: 'Ada@Example.com',
  createdAt: '2030-05-01T08:00:00Z',
  cancelledAt: null,
  displayFinancialStatus: 'PAID',
  displayFulfillmentStatus: 'FULFILLED',
  currentTotalPriceSet: { shopMoney: { amount: '39.90', currencyCode: 'EUR' } },
  lineItems: { nodes: [{ title: 'Lamp', currentQuantity: 2 }] },
  fulfillments: [
    {
      displayStatus: 'IN_TRANSIT',
      estimatedDeliveryAt: '2030-05-16T00:00:00Z',
      deliveredAt: null,
      trackingInfo: [{ company: 'DHL', number: '00340', url: 'https://dhl.example/00340' }],
    },
  ],
}
const found = (...nodes: object[]) => ({ body: { data: { orders: { nodes } }, extensions: { cost: {} } } })
const sentFilter = () => JSON.parse(shopify.calls.at(-1)?.body ?? '').variables.filter

test('an order is found by number and email address, with its status and tracking', async () => {
  shopify.answerNext(found(order))
  assert.deepEqual(await shopify.call(given), {
    found: true,
    name: '#1001',
    createdAt: '2030-05-01T08:00:00Z',
    paymentStatus: 'PAID',
    fulfillmentStatus: 'FULFILLED',
    total: '39.90 EUR',
    items: [{ title: 'Lamp', quantity: 2 }],
    shipments: [
      {
        status: 'IN_TRANSIT',
        estimatedDeliveryAt: '2030-05-16T00:00:00Z',
        tracking: [{ company: 'DHL', number: '00340', url: 'https://dhl.example/00340' }],
      },
    ],
  })
  const { method, path, headers, body } = shopify.calls.at(-1) ?? assert.fail()
  assert.deepEqual([method, path], ['POST', '/admin/api/2026-10/graphql.json'])
  assert.equal(headers['x-shopify-access-token'], 'shpat_secret')
  assert.equal(headers.authorization, undefined)
  const { query, variables } = JSON.parse(body)
  assert.match(query, /^query Orders\(\$filter: String!\) \{\s+orders\(first: 10, query: \$filter/)
  assert.deepEqual(variables, { filter: 'name:"1001" AND email:"ada@example.com"' })
})

test('the settings choose the API version and the maximum age of orders', async () => {
  shopify.answerNext(found(order))
  const now = new Date('2030-05-14T12:00:00Z')
  await shopify.call({ ...given, now, config: { ...given.config, apiVersion: '2027-01', daysBack: 60 } })
  assert.equal(shopify.calls.at(-1)?.path, '/admin/api/2027-01/graphql.json')
  assert.match(sentFilter(), / AND created_at:>="2030-03-15T12:00:00\.000Z"$/)
})

test('a fresh order without shipments has empty lists', async () => {
  shopify.answerNext(found({ name: '#1001', email: 'ada@example.com' }))
  assert.deepEqual(await shopify.call(given), { found: true, name: '#1001', items: [], shipments: [] })
})

const others: [title: string, ...nodes: object[]][] = [
  ['nothing'],
  ['the order of somebody else', { ...order, email: 'bob@example.com' }],
  ['an order whose address Shopify withholds', { ...order, email: null }],
  ['an order with a similar number', { ...order, name: '#10010' }],
]
for (const [title, ...nodes] of others) {
  test(`no order is returned when the search finds ${title}`, async () => {
    shopify.answerNext(found(...nodes))
    assert.deepEqual(await shopify.call(given), { found: false })
  })
}

test('the right order is chosen among those that the search finds', async () => {
  shopify.answerNext(found({ ...order, name: '#10010' }, { ...order, name: 'EN1001' }))
  const result = await shopify.call({ ...given, with: { name: ' en1001 ', email: 'ADA@example.com' } })
  assert.equal((result as { name: string }).name, 'EN1001')
})

test('quotes and operators in a parameter cannot change the search', async () => {
  shopify.answerNext(found())
  await shopify.call({ ...given, with: { name: '1" OR name:*', email: 'a\\"b@example.com' } })
  assert.equal(sentFilter(), String.raw`name:"1\" or name:*" AND email:"a\\\"b@example.com"`)
})

test('every pair of number and address is searched for exactly as it is', async () => {
  const quoted = String.raw`"((?:[^"\\]|\\.)*)"`
  const filter = new RegExp(`^name:${quoted} AND email:${quoted}$`, 's')
  const text = fc.string({
    minLength: 1,
    maxLength: 20,
    unit: fc.constantFrom('"', '\\', ':', '(', ' ', 'a', '1', '#', '*'),
  })
  shopify.answerBy(() => found())
  await fc.assert(
    fc.asyncProperty(text, text, async (name, email) => {
      await shopify.call({ ...given, with: { name, email } })
      const [, ...values] = filter.exec(sentFilter()) ?? assert.fail(sentFilter())
      const searched = values.map((value) => value.replace(/\\(.)/g, '$1'))
      assert.deepEqual(searched, [name.trim().replace(/^#\s*/, ''), email.trim()])
    }),
    { numRuns: 100 },
  )
})

test('a lookup changes nothing, and the token goes only to a Shopify domain', () => {
  assert.equal(shopifyAdapter.sideEffects, false)
  assert.equal(shopifyAdapter.baseUrl(given.config, {}), 'https://acme.myshopify.com')
  for (const shopDomain of ['shop.example', 'evil.example#.myshopify.com', 'a.b.myshopify.com', '.myshopify.com', '']) {
    assert.throws(() => shopifyAdapter.baseUrl({ shopDomain }, {}), /is not a Shopify domain\. Enter the domain/)
  }
})

const graphqlError = (code: string, message: string) => ({ body: { errors: [{ message, extensions: { code } }] } })

testFailures({
  tool: shopify,
  given,
  cases: [
    [
      'Shopify does not know a field',
      graphqlError('undefinedField', "Field 'x' doesn't exist on type 'Order'"),
      'invalid',
      /^Shopify refused the call: Field 'x' doesn't exist on type 'Order'\. Correct/,
    ],
    [
      'Shopify throttles',
      graphqlError('THROTTLED', 'Throttled'),
      'rateLimited',
      /^Shopify is limiting .*Try again later/,
    ],
    [
      'the app lacks a scope',
      graphqlError('ACCESS_DENIED', 'Access denied for orders field.'),
      'unauthorized',
      /Access denied for orders field\. Give the Shopify app the read_orders/,
    ],
    ['Shopify fails inside', graphqlError('INTERNAL_SERVER_ERROR', 'Internal error'), 'failed', /^Shopify failed: /],
    [
      'the token is not valid',
      { status: 401, body: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' } },
      'unauthorized',
      /^Shopify refused access \(401\)\. Enter a valid Admin API access token/,
    ],
    [
      'the shop or the version does not exist',
      { status: 404, body: { errors: 'Not Found' } },
      'invalid',
      /Not Found\./,
    ],
    ['the shop is frozen', { status: 402, body: { errors: 'Unavailable Shop' } }, 'invalid', /Unavailable Shop\./],
  ],
})
