import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectToolError, testFailures } from '../testing/failures.ts'
import { openTestTool } from '../testing/tool.ts'
import { stripeAdapter } from './index.ts'

const stripe = await openTestTool(stripeAdapter)
const items = [{ price: 'price_1', quantity: 2 }]
const given = { secrets: { secretKey: 'rk_live_secret' }, with: { line_items: items } }
const link = { body: { id: 'plink_1', object: 'payment_link', url: 'https://buy.stripe.com/x', livemode: true } }
const sentForm = () => Object.fromEntries(new URLSearchParams(stripe.calls.at(-1)?.body))

test('a payment link is created by a form, with the restricted key and a fixed API version', async () => {
  stripe.answerNext(link)
  const two = [...items, { price: 'price_2', quantity: 1 }]
  const parameters = { line_items: two, metadata: { order: 'A&B=1', 'über uns': 'x' } }
  const result = await stripe.call({ ...given, with: parameters })
  assert.deepEqual(result, { id: 'plink_1', url: 'https://buy.stripe.com/x', livemode: true })
  const { method, path, headers } = stripe.calls.at(-1) ?? assert.fail()
  assert.deepEqual([method, path], ['POST', '/v1/payment_links'])
  assert.equal(headers.authorization, 'Bearer rk_live_secret')
  assert.equal(headers['content-type'], 'application/x-www-form-urlencoded')
  assert.equal(headers['stripe-version'], '2024-06-20')
  assert.deepEqual(sentForm(), {
    'line_items[0][price]': 'price_1',
    'line_items[0][quantity]': '2',
    'line_items[1][price]': 'price_2',
    'line_items[1][quantity]': '1',
    'metadata[order]': 'A&B=1',
    'metadata[über uns]': 'x',
  })
})

test('return URL and promotion codes come from the settings', async () => {
  stripe.answerNext(link)
  const config = { afterPaymentUrl: 'https://shop.example/thanks?a=1', allowPromotionCodes: true }
  await stripe.call({ ...given, config })
  const form = sentForm()
  assert.equal(form['after_completion[type]'], 'redirect')
  assert.equal(form['after_completion[redirect][url]'], 'https://shop.example/thanks?a=1')
  assert.equal(form.allow_promotion_codes, 'true')
})

test('every repetition of a call carries the same idempotency key', async () => {
  stripe.answerNext(link, link)
  for (const _ of [1, 2]) await stripe.call({ ...given, idempotencyKey: 'turn_7:step_2' })
  const keys = stripe.calls.slice(-2).map(({ headers }) => headers['idempotency-key'])
  assert.deepEqual(keys, ['turn_7:step_2', 'turn_7:step_2'])
})

const refused: [title: string, change: object, message: RegExp][] = [
  [
    'a price that the settings do not allow',
    { config: { allowedPrices: ['price_9'] } },
    /may not sell the price "price_1"\. Use one of the allowed prices: price_9\.$/,
  ],
  ['any price, if none is allowed', { config: { allowedPrices: [] } }, /allowed prices: none\.$/],
  [
    'a metadata key that would write another field',
    { with: { line_items: items, metadata: { 'a][b': 'x' } } },
    /"a\]\[b" cannot be a metadata key\./,
  ],
  ['an empty metadata key', { with: { line_items: items, metadata: { '': 'x' } } }, /1 to 40 characters/],
]
for (const [title, change, message] of refused) {
  test(`${title} is refused without a call`, async () => {
    const before = stripe.calls.length
    const error = await expectToolError(stripe.call({ ...given, ...change }))
    assert.equal(error.kind, 'invalid')
    assert.match(error.message, message)
    assert.equal(stripe.calls.length, before)
  })
}

const error = (status: number, body: object) => ({ status, body: { error: body } })

testFailures({
  tool: stripe,
  given,
  cases: [
    [
      'the price does not exist',
      error(400, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: "No such price: 'price_1'",
        param: 'line_items[0][price]',
      }),
      'invalid',
      /^Stripe refused the call \(400\): line_items\[0\]\[price\]: No such price: 'price_1'\. Correct/,
    ],
    [
      'the key belongs to another request',
      error(400, { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used once' }),
      'invalid',
      /can only be used once\./,
    ],
    [
      'the restricted key is not valid',
      error(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: rk_live_***cret' }),
      'unauthorized',
      /^Stripe refused access \(401\)\. Enter a valid restricted key/,
    ],
    [
      'the restricted key lacks a permission',
      error(403, { type: 'invalid_request_error', message: 'The provided key does not have the required permissions' }),
      'unauthorized',
      /Give the restricted key write access to Payment Links/,
    ],
  ],
})
