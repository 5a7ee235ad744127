import assert from 'node:assert/strict'
import fc from 'fast-check'
import { z } from 'zod'
import type { Route } from '../platform/http/route.ts'
import type { TestReply } from './client.ts'
import { maskSecrets } from './mask-secrets.ts'

export const fuzzRuns = Number(process.env.FUZZ_RUNS ?? 25)

export const hostileStrings = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  '😀'.repeat(50),
  'x'.repeat(5000),
  '__proto__',
  'constructor',
  'toString',
  "' or 1=1 --",
  `\${7*7}`,
  '{{7*7}}',
  '../../etc/passwd',
  '%00',
  '\r\nx: y',
  '<script>',
  '=cmd()',
  '2030-01-01T00:00:00Z',
  '-1',
  'null',
]
const scalar = fc.oneof(
  fc.constantFrom(...hostileStrings),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)
const anyValue = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 4 }) },
)

export const hostileSegment = fc.constantFrom(...hostileStrings).map((text) => encodeURIComponent(text.toWellFormed()))

/** Nearly valid bodies: the route's known fields, with the values of its example or with anything at all. */
export function createArbitraryBodies(
  route: Route,
  anyFields: fc.Arbitrary<object> = fc.constant({}),
): fc.Arbitrary<unknown> {
  if (!route.body) return fc.oneof(fc.constant(undefined), anyValue)
  const { properties = {} } = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object
  }
  const [example = {}] = ((route.body.meta() as { examples?: object[] } | undefined)?.examples ?? []) as object[]
  const keys = [...new Set([...Object.keys(properties), ...Object.keys(example)])]
  const key = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...keys, 'extra') },
    { weight: 1, arbitrary: fc.constantFrom(...hostileStrings) },
  )
  const changes = fc.dictionary(key, anyValue, { maxKeys: 4 })
  const nearValid = fc
    .tuple(anyFields, changes)
    .map(([values, changedFields]) => ({ ...example, ...values, ...changedFields }))
  return fc.oneof({ weight: 5, arbitrary: nearValid }, { weight: 1, arbitrary: anyValue })
}

/** Asserts that it is not an internal error, and that a refusal has a problem body. */
export function assertHandledReply(reply: TestReply, url: string): void {
  assert.ok(reply.status < 500, `${reply.status} for ${url}: ${maskSecrets(reply.text)}`)
  // An HTML page states in prose what a problem body states in JSON.
  if (reply.status >= 400 && !reply.headers['content-type']?.startsWith('text/html'))
    assert.ok(reply.body.code && reply.body.title && reply.headers['x-request-id'], maskSecrets(reply.text))
}
