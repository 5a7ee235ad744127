import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestProvider, type StubbedProviderAnswer } from '../../../../platform/outbound/testing/http-provider.ts'
import { DispatchFailedError, type DispatchFailureReason } from '../../adapter.ts'
import { createTestTools } from '../testing/provider.ts'
import { metaAdapters } from './index.ts'
import { createMetaBinding, createMetaOutgoing } from './testing/bindings.ts'

const meta = await openTestProvider()
const tools = createTestTools({ meta: meta.url, instagram: meta.url })

const [adapter = assert.fail()] = metaAdapters
const send = () => adapter.send(createMetaOutgoing('+15550002002', { type: 'text' }), createMetaBinding(adapter), tools)

async function failureWhen(answer: StubbedProviderAnswer): Promise<DispatchFailedError> {
  meta.answerNext(answer)
  const failure = await send().then(
    () => undefined,
    (error) => error,
  )
  assert.ok(failure instanceof DispatchFailedError, `${failure}`)
  return failure
}

type Error = { code?: unknown; error_subcode?: number; message?: string; is_transient?: boolean }
const refused = (error: Error, status = 400): StubbedProviderAnswer => ({ status, body: { error } })

const errors: [what: string, error: Error, reason: DispatchFailureReason, retry: DispatchFailedError['retry']][] = [
  ['more than 24 hours on WhatsApp', { code: 131047 }, 'windowClosed', 'never'],
  ['more than 24 hours on Messenger', { code: 10, error_subcode: 2018278 }, 'windowClosed', 'never'],
  ['more than 24 hours on Instagram', { code: 10, error_subcode: 2534022 }, 'windowClosed', 'never'],
  [
    'more than 24 hours without a subcode',
    { code: 10, message: '(#10) This message is sent outside of allowed window.' },
    'windowClosed',
    'never',
  ],
  ['a permission that is missing', { code: 10 }, 'credentials', 'never'],
  ['another one', { code: 230 }, 'credentials', 'never'],
  ['a token that has ended', { code: 190, error_subcode: 463 }, 'credentials', 'never'],
  ['a number that is not there', { code: 100, error_subcode: 33 }, 'credentials', 'never'],
  ['an account that is locked', { code: 131031 }, 'credentials', 'never'],
  ['an account that has not paid', { code: 131042 }, 'credentials', 'never'],
  ['a number that is not on WhatsApp', { code: 131026 }, 'unreachable', 'never'],
  ['a person who cannot be contacted', { code: 551, error_subcode: 1545041 }, 'unreachable', 'never'],
  ['the same by another code', { code: 200, error_subcode: 1545041 }, 'unreachable', 'never'],
  ['a person unknown to Messenger', { code: 100, error_subcode: 2018001 }, 'invalidRecipient', 'never'],
  ['a recipient who is not on the list of tests', { code: 131030 }, 'invalidRecipient', 'never'],
  ['a person who opted out', { code: 131050 }, 'optedOut', 'never'],
  ['a kind of message that is not known', { code: 131051 }, 'rejected', 'never'],
  ['a parameter', { code: 100 }, 'rejected', 'never'],
  ['a template', { code: 132001 }, 'rejected', 'never'],
  ['too many calls of the app', { code: 4 }, 'rateLimited', 'later'],
  ['too many calls of a kind', { code: 613 }, 'rateLimited', 'later'],
  ['too many calls of the account', { code: 80007 }, 'rateLimited', 'later'],
  ['too many messages a second', { code: 130429 }, 'rateLimited', 'later'],
  ['a failure of a moment', { code: 1200 }, 'providerError', 'later'],
  ['a service that is away', { code: 131016 }, 'providerError', 'later'],
  ['what Meta itself calls passing', { code: 100, is_transient: true }, 'providerError', 'later'],
]
for (const [what, error, reason, retry] of errors) {
  test(`a refusal for ${what} is ${reason}, and the retry is ${retry === 'later' ? 'later' : 'never again'}`, async () => {
    const failure = await failureWhen(refused(error))
    assert.deepEqual([failure.reason, failure.retry], [reason, retry])
  })
}

test('an unknown error number is classified by the HTTP status', async () => {
  for (const [status, reason, retry] of [
    [400, 'rejected', 'never'],
    [403, 'credentials', 'never'],
    [429, 'rateLimited', 'later'],
    [503, 'providerError', 'unknown'],
  ] as const) {
    const failure = await failureWhen(refused({ code: 999999 }, status))
    assert.deepEqual([failure.reason, failure.retry], [reason, retry])
    assert.match(failure.detail, /999999/)
  }
})

test('an error inside a 200 response is an error', async () => {
  const failure = await failureWhen(refused({ code: 131026 }, 200))
  assert.equal(failure.reason, 'unreachable')
})

const regained = (...minutes: number[]) =>
  JSON.stringify({ '2002': minutes.map((estimated_time_to_regain_access) => ({ estimated_time_to_regain_access })) })

const waits: [title: string, answer: StubbedProviderAnswer, seconds: number | undefined][] = [
  ['Retry-After on a 429', { status: 429, headers: { 'retry-after': '30' } }, 30],
  ['Retry-After next to a code', { ...refused({ code: 4 }), headers: { 'retry-after': '40' } }, 40],
  ['minutes', { ...refused({ code: 80007 }), headers: { 'x-business-use-case-usage': regained(0, 5, 2) } }, 300],
  ['many minutes', { ...refused({ code: 80007 }), headers: { 'x-business-use-case-usage': regained(900) } }, 3600],
  [
    'nothing that can be read',
    { ...refused({ code: 4 }), headers: { 'x-business-use-case-usage': '{"a":7' } },
    undefined,
  ],
  ['that one person got too much', refused({ code: 131056 }), 6],
  ['when, of what is never tried again', { ...refused({ code: 100 }), headers: { 'retry-after': '30' } }, undefined],
]
for (const [title, answer, seconds] of waits) {
  test(`when Meta says ${title}, the wait is ${seconds ?? 'ours to choose'}`, async () => {
    assert.equal((await failureWhen(answer)).retryAfterSeconds, seconds)
  })
}

test('a refusal contains the error number and the text of Meta, but neither token nor address', async () => {
  const message = '(#190) Malformed access token EAAtoken1234567890abcdefghijk for +1 (555) 000-2002, US.134912086553'
  const failure = await failureWhen(refused({ code: 190, message: message }, 401))
  assert.equal(failure.detail, 'Meta rejected it: error 190: Malformed access token … for …, …')
})

const garbage: [title: string, answer: StubbedProviderAnswer, reason: DispatchFailureReason, retry: string][] = [
  ['a page of HTML', { status: 502, body: '<html>' }, 'providerError', 'unknown'],
  ['an error that is a word', { status: 400, body: { error: 'no' } }, 'rejected', 'never'],
  ['an error without a code', { status: 400, body: { error: { message: 7 } } }, 'rejected', 'never'],
  ['a code that is not a number', refused({ code: { a: 1 } }), 'rejected', 'never'],
  ['a redirect', { status: 302, headers: { location: 'https://example.com/' } }, 'rejected', 'never'],
  ['a cut connection', { reset: 'beforeAnswer' }, 'timeout', 'unknown'],
]
for (const [title, answer, reason, retry] of garbage) {
  test(`${title} instead of an answer is ${reason}`, async () => {
    const failure = await failureWhen(answer)
    assert.deepEqual([failure.reason, failure.retry], [reason, retry])
  })
}

for (const each of metaAdapters) {
  test(`on ${each.channel} the outcome is unknown if a 200 response has no message id`, async () => {
    for (const answer of [{ body: 'OK' }, { body: '{"messages":[{"id":', reset: 'inBody' }, { body: [7] }] as const) {
      meta.answerNext(answer)
      const sending = each.send(createMetaOutgoing('5005', { message: { text: 'Hi' } }), createMetaBinding(each), tools)
      await assert.rejects(sending, { reason: 'providerError', retry: 'unknown' })
    }
  })

  test(`${each.channel} claims neither to use our ids nor to ignore repeats`, () => {
    const { provider, ignoresRepeats, acceptsClientIds } = each
    assert.deepEqual([provider, ignoresRepeats, acceptsClientIds], ['meta', false, false])
  })
}
