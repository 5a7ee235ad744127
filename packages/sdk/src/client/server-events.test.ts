import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { collectToArray } from '../testing/answers.ts'
import { parseServerEvents, type ServerSentEvent } from './server-events.ts'

const inPieces = (bytes: Uint8Array, cuts: number[]): ReadableStream<Uint8Array> => {
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  return ReadableStream.from(at.slice(1).map((end, n) => bytes.slice(at[n], end)))
}

const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\0]/g, ''))
const written = fc.record({ event: line.filter((text) => text !== ''), data: fc.array(line, { minLength: 1 }) })
const ending = fc.constantFrom('\n', '\r\n', '\r')

test('events are parsed alike wherever the bytes are split and however lines end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(written), ending, fc.array(fc.nat()), async (events, end, cuts) => {
      const text = events
        .map(({ event, data }) => [`event: ${event}`, ...data.map((one) => `data: ${one}`), '', ''].join(end))
        .join('')
      const read = await collectToArray(parseServerEvents(inPieces(new TextEncoder().encode(text), cuts)))
      assert.deepEqual(
        read.map(({ event }) => event),
        events.map(({ event }) => event),
      )
      assert.deepEqual(
        read.map(({ data }: ServerSentEvent) => data),
        events.map(({ data }) => meant(data.join('\n'))),
      )
    }),
    { numRuns: 100 },
  )
})

function meant(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
