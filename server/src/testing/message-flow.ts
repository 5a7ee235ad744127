import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BoundAgent, waitUntilTrue } from './gateway-process.ts'
import type { SmsSink } from './sms-sink.ts'
import { textOfEvent, type WebhookEndpoint } from './webhook-endpoint.ts'

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
  const each = Math.ceil(messages / people)
  const accepted = new Map<string, string>()
  let written = 0
  let repeats = 0

  async function insist<T>(act: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      const done = await act()
      if (done !== undefined) return done
      repeats += 1
      await sleep(100)
    }
  }
  async function sendTo(number: string): Promise<void> {
    for (let n = 0; n < each; n++) {
      const userId = users.get(number) ?? assert.fail('nobody has that number')
      const id = await insist(() => agent.send(userId, `${n}`, `own ${number} ${n}`))
      accepted.set(`${number} ${n}`, id)
    }
  }
  const wordsEach = Math.ceil(each / 4)
  async function writeFrom(number: string): Promise<void> {
    for (let n = 0; n < wordsEach; n++) {
      const word = { type: 'message', id: `in ${number} ${n}`, from: number, text: `word ${n} of ${number}` } as const
      await insist(async () => ((await agent.sendCallback(word)) === 200 ? true : undefined))
      written += 1
    }
  }
  const all = Promise.all(numbers.flatMap((number) => [sendTo(number), writeFrom(number)]))
  const failed = { reason: undefined as unknown }
  all.catch((reason) => {
    failed.reason = reason
  })

  const wanted = people * (each + wordsEach)
  return {
    repeats: () => repeats,
    /** Waits until this share of all messages has arrived. */
    async reaches(share: number): Promise<void> {
      await waitUntilTrue(
        `${share} of all have arrived`,
        () => failed.reason !== undefined || sink.accepted.size >= share * wanted,
      )
    },
    /**
     * Asserts that everything acknowledged has arrived in order, once; and that inbound messages were received in
     * order, under one id each.
     */
    async arrived(): Promise<void> {
      await all
      const ofFlow = () => numbers.reduce((sum, number) => sum + sink.textsTo(number).filter(isFlowText).length, 0)
      await waitUntilTrue('everything acknowledged arrives', () => ofFlow() >= wanted)
      for (const number of numbers) {
        const texts = sink.textsTo(number)
        assert.deepEqual(
          texts.filter((text) => /^\d+$/.test(text)),
          createTexts(each, (n) => `${n}`),
          number,
        )
        assert.deepEqual(
          texts.filter((text) => /^echo /.test(text)),
          createTexts(wordsEach, (n) => `echo word ${n} of ${number}`),
        )
      }
      for (const [key, id] of accepted) {
        const [number, text] = key.split(' ')
        const { to, text: receivedText } = sink.accepted.get(id) ?? assert.fail(`message ${key} never came`)
        assert.deepEqual([to, receivedText], [number, text])
      }
      assert.equal(written, people * wordsEach)
      assert.deepEqual(sink.unsigned, [])
      assertReceivedInOrder(endpoint, numbers, wordsEach)
    },
  }
}

const isFlowText = (text: string) => /^\d+$|^echo word /.test(text)
const createTexts = (count: number, of: (n: number) => string) => Array.from({ length: count }, (_, n) => of(n))

function assertReceivedInOrder(endpoint: WebhookEndpoint, numbers: string[], wordsEach: number): void {
  const texts = endpoint.received.map((one) => [textOfEvent(one), one.eventId] as const)
  for (const number of numbers) {
    const words = texts.filter(([text]) => text?.startsWith('word ') && text.endsWith(` of ${number}`))
    assert.deepEqual(
      [...new Set(words.map(([text]) => text))],
      createTexts(wordsEach, (n) => `word ${n} of ${number}`),
    )
    assert.equal(new Set(words.map(([, eventId]) => eventId)).size, wordsEach, 'a repeat has the id of the first')
  }
}
