import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BoundAgent, waitUntilTrue } from './gateway-process.ts'
import type { SmsSink } from './sms-sink.ts'
import { readEventText, type WebhookEndpoint } from './webhook-endpoint.ts'

type MessageFlowOptions = {
  agent: BoundAgent
  sink: SmsSink
  endpoint: WebhookEndpoint
  people: number
  messages: number
}

/** Returns a generator of numbers from 0 to 1, the same for the same seed. */
export function createSeededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export const createPhoneNumbers = (people: number) => Array.from({ length: people }, (_, n) => `+1202555${1000 + n}`)

/**
 * Concurrent messages to and from many people: in sequence for each person, and each repeated under its id until it is
 * acknowledged. The endpoint echoes inbound messages.
 */
export async function startMessageFlow({ agent, sink, endpoint, people, messages }: MessageFlowOptions) {
  const numbers = createPhoneNumbers(people)
  const users = await agent.introduce(numbers)
  const messagesPerPerson = Math.ceil(messages / people)
  const accepted = new Map<string, string>()
  let sentCount = 0
  let repeats = 0

  async function retryUntilDefined<T>(run: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      const result = await run()
      if (result !== undefined) return result
      repeats += 1
      await sleep(100)
    }
  }
  async function sendTo(number: string): Promise<void> {
    for (let n = 0; n < messagesPerPerson; n++) {
      const userId = users.get(number) ?? assert.fail('nobody has that number')
      const id = await retryUntilDefined(() => agent.send(userId, `${n}`, `own ${number} ${n}`))
      accepted.set(`${number} ${n}`, id)
    }
  }
  const inboundPerPerson = Math.ceil(messagesPerPerson / 4)
  async function writeFrom(number: string): Promise<void> {
    for (let n = 0; n < inboundPerPerson; n++) {
      const inbound = { type: 'message', id: `in ${number} ${n}`, from: number, text: inboundText(n, number) } as const
      await retryUntilDefined(async () => ((await agent.sendCallback(inbound)) === 200 ? true : undefined))
      sentCount += 1
    }
  }
  const traffic = Promise.all(numbers.flatMap((number) => [sendTo(number), writeFrom(number)]))
  const failed = { reason: undefined as unknown }
  traffic.catch((reason) => {
    failed.reason = reason
  })

  const expectedCount = people * (messagesPerPerson + inboundPerPerson)
  return {
    repeats: () => repeats,
    /** Waits until this share of all messages has arrived. */
    async waitForShare(share: number): Promise<void> {
      await waitUntilTrue(
        `${share} of all have arrived`,
        () => failed.reason !== undefined || sink.accepted.size >= share * expectedCount,
      )
    },
    /**
     * Asserts that everything acknowledged has arrived in order, once; and that inbound messages were received in
     * order, under one id each.
     */
    async waitForAll(): Promise<void> {
      await traffic
      const countFlowTexts = () =>
        numbers.reduce((sum, number) => sum + sink.textsTo(number).filter(isFlowText).length, 0)
      await waitUntilTrue('everything acknowledged arrives', () => countFlowTexts() >= expectedCount)
      for (const number of numbers) {
        const texts = sink.textsTo(number)
        assert.deepEqual(
          texts.filter((text) => /^\d+$/.test(text)),
          createTexts(messagesPerPerson, (n) => `${n}`),
          number,
        )
        assert.deepEqual(
          texts.filter((text) => /^echo /.test(text)),
          createTexts(inboundPerPerson, (n) => `echo ${inboundText(n, number)}`),
        )
      }
      for (const [key, id] of accepted) {
        const [number, text] = key.split(' ')
        const { to, text: receivedText } = sink.accepted.get(id) ?? assert.fail(`message ${key} never came`)
        assert.deepEqual([to, receivedText], [number, text])
      }
      assert.equal(sentCount, people * inboundPerPerson)
      assert.deepEqual(sink.unsigned, [])
      assertReceivedInOrder(endpoint, numbers, inboundPerPerson)
    },
  }
}

const inboundText = (n: number, number: string) => `inbound ${n} of ${number}`
const isFlowText = (text: string) => /^\d+$|^echo inbound /.test(text)
const createTexts = (count: number, createText: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => createText(n))

function assertReceivedInOrder(endpoint: WebhookEndpoint, numbers: string[], inboundPerPerson: number): void {
  const texts = endpoint.received.map((event) => [readEventText(event), event.eventId] as const)
  for (const number of numbers) {
    const inboundTexts = texts.filter(([text]) => text?.startsWith('inbound ') && text.endsWith(` of ${number}`))
    assert.deepEqual(
      [...new Set(inboundTexts.map(([text]) => text))],
      createTexts(inboundPerPerson, (n) => inboundText(n, number)),
    )
    assert.equal(
      new Set(inboundTexts.map(([, eventId]) => eventId)).size,
      inboundPerPerson,
      'a repeat has the id of the first',
    )
  }
}
