import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import type { StubbedProviderAnswer } from '../../../../platform/outbound/testing/http-provider.ts'
import { ToolError, type ToolErrorKind } from '../../adapter.ts'
import type { TestTool, TestToolCall } from './tool.ts'

/** What a provider answers, and the error that operators and the model read. */
export type FailureCase = [title: string, answer: StubbedProviderAnswer, kind: ToolErrorKind, message: RegExp]

type FailureTests = {
  tool: TestTool
  given: TestToolCall
  /** The provider's own errors, as its documentation describes them. */
  cases: FailureCase[]
  /** Whether the adapter reads the body of a successful response. Default: true. */
  readsBody?: boolean
}

/** Tests what every provider has in common, and its own errors. */
export function testFailures({ tool, given, cases, readsBody = true }: FailureTests): void {
  const busy = { status: 429, headers: { 'retry-after': '17' } }
  const common: FailureCase[] = [
    ['it limits the rate', busy, 'rateLimited', /Try again in 17 seconds\.$/],
    ['it limits the rate and names no time', { status: 429 }, 'rateLimited', /Try again later\.$/],
    ['it fails', { status: 500, body: '<html>Oops</html>' }, 'failed', /failed \(500\)\. Try again later/],
    ['it is down', { status: 503 }, 'failed', /\(503\)/],
    [
      'it redirects elsewhere',
      { status: 302, headers: { location: 'https://example.com' } },
      'failed',
      /failed\. Try again later/,
    ],
    ['it never answers', { silent: true }, 'timeout', /did not respond in time/],
    ['it breaks the connection', { reset: 'beforeAnswer' }, 'timeout', /did not respond/],
  ]
  const unreadable: FailureCase[] = ['<html>', '', 'null', '[]', '{}', '{"id":{}', '"\ud800"'].map((body) => [
    `it answers ${JSON.stringify(body)}`,
    { body },
    'failed',
    /cannot be read \(200\)\. The call may have taken effect/,
  ])
  for (const [title, answer, kind, message] of [...common, ...(readsBody ? unreadable : []), ...cases]) {
    test(`a call fails when ${title}`, async () => {
      tool.answerNext(answer)
      const error = await expectToolError(
        tool.call({ ...given, ...('silent' in answer && { timeoutMilliseconds: 300 }) }),
      )
      assert.equal(error.kind, kind, error.message)
      assert.match(error.message, message)
      assert.match(error.message, /[.!?]$/, 'a sentence')
      assertNoSecrets(error.message, given)
    })
  }
  test('any response is a result or an error that can be shown', () => assertReadsAnyResponse(tool, given))

  test('an explanation of the provider is one line of limited length, without the secrets of the call', async () => {
    const echoed = [...secretsOf(given), 'a\r\n\u0000b\u202e', 'x'.repeat(5000)].join(' ')
    for (const [, answer] of cases) {
      tool.answerNext({ ...answer, body: replaceTexts(answer.body, echoed) as object })
      const { message } = await expectToolError(tool.call(given))
      assertNoSecrets(message, given)
      assert.ok(message.length < 700 && !/[\p{Cc}\p{Cf}]/u.test(message), message)
    }
  })
}

const statuses = [200, 201, 202, 204, 207, 302, 400, 401, 403, 404, 409, 422, 429, 500, 503]

/** Asserts that no response makes an adapter throw anything but a ToolError, or return what is not JSON. */
async function assertReadsAnyResponse(tool: TestTool, given: TestToolCall): Promise<void> {
  const bodies = fc.oneof(fc.json(), fc.string({ unit: 'binary' }))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...statuses), bodies, async (status, body) => {
      tool.answerBy(() => ({ status, body: status === 204 ? '' : body }))
      const result = await tool.call(given).catch((error) => assert.ok(error instanceof ToolError, String(error)))
      assert.deepEqual(JSON.parse(JSON.stringify(result ?? null)), result ?? null)
    }),
    { numRuns: 100 },
  )
}

export async function expectToolError(attempt: Promise<unknown>): Promise<ToolError> {
  const error = await attempt.then(
    (result) => assert.fail(`succeeded with ${JSON.stringify(result)}`),
    (reason) => reason,
  )
  assert.ok(error instanceof ToolError, String(error))
  return error
}

const secretsOf = ({ secrets = {}, accessToken, refreshedToken }: TestToolCall) =>
  [...Object.values(secrets), accessToken, refreshedToken].filter((secret) => secret !== undefined)

function assertNoSecrets(message: string, given: TestToolCall): void {
  for (const secret of secretsOf(given)) assert.ok(!message.includes(secret), `${message} contains a secret`)
}

/** The same structure, with `text` in place of each message. */
function replaceTexts(value: unknown, text: string, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceTexts(one, text, key))
  if (typeof value === 'string') return /message|description|^errors?$/.test(key) ? text : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaceTexts(one, text, name)]))
}
