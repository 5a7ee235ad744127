import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { eventsOf, type ServerEvent } from './events.ts'

async function read(text: string, cuts: readonly number[] = []): Promise<ServerEvent[]> {
  const bytes = new TextEncoder().encode(text)
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((one, other) => one - other), bytes.length]
  async function* pieces() {
    for (let n = 1; n < at.length; n++) yield bytes.slice(at[n - 1], at[n])
  }
  const events: ServerEvent[] = []
  for await (const event of eventsOf(pieces())) events.push(event)
  return events
}

const cases: [title: string, text: string, events: ServerEvent[]][] = [
  ['an event has a name and data', 'event: progress\ndata: {"a":1}\n\n', [{ event: 'progress', data: '{"a":1}' }]],
  ['without a name it is a message', 'data: a\n\n', [{ event: 'message', data: 'a' }]],
  ['lines of data are joined', 'data: a\ndata:b\n\n', [{ event: 'message', data: 'a\nb' }]],
  ['comments and what is unknown say nothing', ': still here\n\nid: 7\nretry: 5\n\n', []],
  ['a name without data is no event', 'event: progress\n\ndata: a\n\n', [{ event: 'message', data: 'a' }]],
  ['what the end cuts off is no event', 'data: a\n\ndata: b\n', [{ event: 'message', data: 'a' }]],
  [
    'every kind of line end',
    'data: a\r\n\r\ndata: b\r\rdata: c\n\n',
    ['a', 'b', 'c'].map((data) => ({ event: 'message', data })),
  ],
]
for (const [title, text, events] of cases) {
  test(`of server-sent events: ${title}`, async () => assert.deepEqual(await read(text), events))
}

test('however the bytes are cut, the events are the same', async () => {
  const end = fc.constantFrom('\n', '\r\n', '\r')
  const word = fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n]/.test(text))
  const event = fc
    .tuple(word, end)
    .map(([data, eol]) => ({ data, text: `event: progress${eol}data: ${data}${eol}${eol}` }))
  const written = fc.array(event, { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(written, fc.array(fc.nat({ max: 500 })), async (all, cuts) => {
      const events = await read(all.map(({ text }) => text).join(''), cuts)
      assert.deepEqual(
        events,
        all.map(({ data }) => ({ event: 'progress', data })),
      )
    }),
    { numRuns: 100 },
  )
})
