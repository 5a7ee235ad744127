import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { readReplies } from './replies.ts'

async function read(type: string, chunks: Uint8Array[]) {
  const problems: string[] = []
  const answer = { header: () => type, body: Readable.from(chunks) }
  const replies: [index: number, message: unknown][] = []
  for await (const { index, message } of readReplies(answer, (problem) => problems.push(problem))) {
    replies.push([index, message])
  }
  return { replies, problems }
}

function cut(bytes: Buffer, places: number[]): Buffer[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).sort((one, other) => one - other), bytes.length]
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end))
}

const cuts = fc.array(fc.nat(), { maxLength: 20 })
const breaks = fc.constantFrom('\n', '\r\n', '\n\n', '\n \t\n')

test('lines are read however they are chunked, with blank lines between them and with or without a final line break', async () => {
  const texts = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), breaks), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(texts, cuts, fc.boolean(), async (lines, places, hasLast) => {
      const whole = lines.map(([text, end]) => `${JSON.stringify({ message: { text } })}${end}`).join('')
      const { replies, problems } = await read(
        'application/x-ndjson',
        cut(Buffer.from(hasLast ? whole : whole.trimEnd()), places),
      )
      assert.deepEqual(
        replies,
        lines.map(([text], index) => [index, { text }]),
      )
      assert.deepEqual(problems, [])
    }),
    { numRuns: 200 },
  )
})

test('any response in any content type is read to its end', async () => {
  const types = fc.constantFrom('application/json', 'application/x-ndjson', 'text/svc-aml', 'text/html', '')
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.json().map((text) => Buffer.from(text)),
  )
  await fc.assert(
    fc.asyncProperty(types, bytes, cuts, async (type, some, places) => {
      const { replies, problems } = await read(type, cut(Buffer.from(some), places))
      assert.ok(Array.isArray(replies) && problems.length <= 60)
    }),
    { numRuns: 300 },
  )
})

test('an unreadable line leaves its index empty, so that the indexes of the other lines stay', async () => {
  const lines = '{"message":1}\nno\n{"other":1}\nnull\n[]\n{"message":{"text":"\xff"}}\n{"message":2}'
  const { replies, problems } = await read('application/x-ndjson', [Buffer.from(lines, 'latin1')])
  assert.deepEqual(replies, [
    [0, 1],
    [6, 2],
  ])
  assert.equal(problems.length, 5)
})
