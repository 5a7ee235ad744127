import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestProvider, type StubbedProviderAnswer } from '../../../platform/outbound/testing/http-provider.ts'
import { DispatchFailedError } from '../adapter.ts'
import { callProvider, type ProviderRequest } from './call.ts'
import { createTestTools } from './testing/provider.ts'

const provider = await openTestProvider()
const tools = createTestTools()

async function failureOf(request: Partial<ProviderRequest>, called = tools): Promise<DispatchFailedError> {
  const call = callProvider({ provider: 'Example', url: `${provider.url}/send`, body: '{}', ...request }, called)
  const failure = await call.then(
    () => undefined,
    (error) => error,
  )
  assert.ok(failure instanceof DispatchFailedError, `${failure}`)
  return failure
}

test('an answered call returns status, headers, text and JSON', async () => {
  provider.answerNext({ status: 201, headers: { 'x-kind': 'one' }, body: { id: 'a' } })
  const headers = { authorization: 'Bearer t' }
  const answer = await callProvider(
    { provider: 'Example', url: `${provider.url}/send?x=1`, headers, body: 'hello' },
    tools,
  )
  assert.deepEqual([answer.status, answer.headers.get('x-kind'), answer.json], [201, 'one', { id: 'a' }])
  const { method, path, headers: requestHeaders, body } = provider.calls.at(-1) ?? assert.fail()
  assert.deepEqual([method, path, requestHeaders.authorization, body], ['POST', '/send?x=1', 'Bearer t', 'hello'])
})

test('a call without a body is a GET', async () => {
  await callProvider({ provider: 'Example', url: provider.url }, tools)
  assert.equal(provider.calls.at(-1)?.method, 'GET')
})

const statuses: [title: string, answer: StubbedProviderAnswer, reason: string, retry: string, after?: number][] = [
  ['400 is a refusal', { status: 400 }, 'rejected', 'never'],
  ['404 is a refusal', { status: 404 }, 'rejected', 'never'],
  ['401 is about the credentials', { status: 401 }, 'credentials', 'never'],
  ['403 is about the credentials', { status: 403 }, 'credentials', 'never'],
  ['500 leaves it unknown', { status: 500 }, 'providerError', 'unknown'],
  ['503 says when', { status: 503, headers: { 'retry-after': '7' } }, 'providerError', 'unknown', 7],
  ['429 may work later', { status: 429 }, 'rateLimited', 'later'],
  ['429 says when, in seconds', { status: 429, headers: { 'retry-after': '30' } }, 'rateLimited', 'later', 30],
  [
    '429 says when, as a date',
    { status: 429, headers: { 'retry-after': 'Sun, 15 Nov 2026 12:02:00 GMT' } },
    'rateLimited',
    'later',
    120,
  ],
  ['a wait ends after an hour', { status: 429, headers: { 'retry-after': '86400' } }, 'rateLimited', 'later', 3600],
  [
    'a wait that is over is none',
    { status: 429, headers: { 'retry-after': 'Sun, 15 Nov 2026 11:00:00 GMT' } },
    'rateLimited',
    'later',
    0,
  ],
  ['an odd wait is not obeyed', { status: 429, headers: { 'retry-after': 'soon' } }, 'rateLimited', 'later'],
  ['a redirect is not followed', { status: 307, headers: { location: '/elsewhere' } }, 'rejected', 'never'],
  ['a cut connection leaves it unknown', { reset: 'beforeAnswer' }, 'timeout', 'unknown'],
  ['a refusal whose body breaks off is a refusal', { status: 400, reset: 'inBody' }, 'rejected', 'never'],
]
for (const [title, answer, reason, retry, seconds] of statuses) {
  test(`a failed call: ${title}`, async () => {
    provider.answerNext(answer)
    const failure = await failureOf({})
    assert.deepEqual([failure.reason, failure.retry, failure.retryAfterSeconds], [reason, retry, seconds])
  })
}

test('a 5xx leaves the outcome of a dispatch call unknown; a read call can be retried later', async () => {
  for (const status of [500, 502, 503, 504]) {
    provider.answerNext({ status }, { status })
    const [sending, read] = [await failureOf({}), await failureOf({ body: undefined })]
    assert.deepEqual([sending.reason, sending.retry, read.retry], ['providerError', 'unknown', 'later'])
  }
})

/** A separate provider: whether a call reaches it before it is aborted depends on the machine. */
const silent = await openTestProvider()
silent.answerBy(() => ({ silent: true }))

test('a call without an answer within the time limit has an unknown outcome', async () => {
  const failure = await failureOf({ url: silent.url, withinMilliseconds: 20 })
  assert.deepEqual([failure.reason, failure.retry], ['timeout', 'unknown'])
})

test('a call that we abort ourselves has an unknown outcome', async () => {
  const failure = await failureOf({ url: silent.url }, { ...tools, signal: AbortSignal.timeout(20) })
  assert.deepEqual([failure.reason, failure.retry], ['timeout', 'unknown'])
})

test('a call to an address where nothing listens can be retried later', async () => {
  const failure = await failureOf({ url: 'http://127.0.0.1:2/' })
  assert.deepEqual([failure.reason, failure.retry], ['providerError', 'later'])
})

test('a forbidden address is refused permanently', async () => {
  assert.equal((await failureOf({ url: 'ftp://example.com/' })).reason, 'rejected')
})

test('credentials that do not fit into a header are refused without a call', async () => {
  const before = provider.calls.length
  const failure = await failureOf({ headers: { authorization: 'Bearer kéy\n' } })
  assert.deepEqual([failure.reason, failure.retry, provider.calls.length], ['credentials', 'never', before])
  assert.doesNotMatch(failure.message, /kéy/)
})

test('an adapter interprets a refusal first, and refusals it does not know are classified by status', async () => {
  const refine: ProviderRequest['refine'] = ({ json }) =>
    (json as { code?: number }).code === 7 ? new DispatchFailedError('optedOut', 'Example says so') : undefined
  provider.answerNext({ status: 400, body: { code: 7 } }, { status: 400, body: { code: 8 } })
  assert.equal((await failureOf({ refine })).reason, 'optedOut')
  assert.equal((await failureOf({ refine })).reason, 'rejected')
})

test('a status that the adapter expects counts as an answer', async () => {
  provider.answerNext({ status: 409, body: { taken: true } })
  const answer = await callProvider({ provider: 'Example', url: provider.url, body: '{}', expects: [409] }, tools)
  assert.deepEqual([answer.status, answer.json], [409, { taken: true }])
})

for (const [title, stub] of [
  ['is not JSON', { body: '<html>' }],
  ['breaks off', { reset: 'inBody', body: '{"id":' }],
  ['is larger than 256 KB', { body: JSON.stringify('x'.repeat(300_000)) }],
] as [string, StubbedProviderAnswer][]) {
  test(`an accepted call whose body ${title} is still accepted`, async () => {
    provider.answerNext(stub)
    const answer = await callProvider({ provider: 'Example', url: provider.url, body: '{}' }, tools)
    assert.deepEqual([answer.status, answer.json], [200, undefined])
  })
}
