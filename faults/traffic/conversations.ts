import { setTimeout as sleep } from 'node:timers/promises'
import { buildTextMessage } from '../environment/event-receiver.ts'
import type { TrafficActor, TrafficContext } from './actor.ts'
import { phoneNumberOf, sendNamed } from './sends.ts'

/** A person who writes by SMS, gets echoes, and receives agent messages in between, all in order. */
export function createConversationActor(block: number): TrafficActor {
  const number = phoneNumberOf(block, 0)
  return async (context, nth) => {
    const { client, log, fixtures } = context
    const text = `word ${nth} of ${number}`
    const word = { type: 'message', id: `in ${number} ${nth}`, from: number, text } as const
    if (await client.tell(fixtures.smsBinding, word)) log.record({ kind: 'word', number, text })
    const userId = context.userOf(number)
    if (userId === undefined) return
    const line = `line ${nth} to ${number}`
    const body = { userId, messages: [buildTextMessage(line, `own ${number} ${nth}`)] }
    const { body: answer } = await client.call('POST', '/v4/messages', body, {
      token: fixtures.primaryAgent.accessToken,
    })
    const [result] = (answer.results ?? []) as { messageId: string; accepted: boolean }[]
    if (result?.accepted) log.record({ kind: 'message', number, text: line, messageId: result.messageId })
  }
}

/** A dispatch that begins too late shows up while none may begin. */
const longestHushMilliseconds = 600

/** A person who alternates STOP and START while messages of every kind are being sent to them. */
export function createOptOutActor(block: number): TrafficActor {
  const number = phoneNumberOf(block, 0)
  return async (context, nth) => {
    const { client, log, fixtures, random } = context
    const { primaryAgent: agent } = fixtures
    const hello = { type: 'message', id: `hello ${number}`, from: number, text: `hello of ${number}` } as const
    if (nth === 0) await client.tell(fixtures.smsBinding, hello)
    await Promise.all([
      ...[0, 1].map((n) => sendNamed(context, { agent, key: `${block}-${nth}-before-${n}`, number })),
      writeTo(number, context, nth),
    ])
    for (const word of ['stop', 'start'] as const) {
      const begunAt = Date.now()
      const id = `${word} ${number} ${nth}`
      const report = { type: 'message', id, from: number, text: word.toUpperCase() } as const
      const isTaken = await client.tell(fixtures.smsBinding, report)
      // Everything that left before the response must be recorded before the response is.
      if (word === 'stop') await context.waitForProviders()
      if (isTaken) log.record({ kind: word, number, begunAt })
      if (word === 'stop') await sendNamed(context, { agent, key: `${block}-${nth}-after`, number })
      if (word === 'stop' && random() < 0.3) return
      if (word === 'stop') await sleep(longestHushMilliseconds * random())
    }
  }
}

/** Sends a few agent messages in sequence on their lane; a STOP may refuse them. */
async function writeTo(number: string, { client, fixtures, userOf }: TrafficContext, nth: number): Promise<void> {
  const userId = userOf(number)
  if (userId === undefined) return
  const messages = [0, 1, 2].map((n) =>
    buildTextMessage(`wave ${nth}.${n} for ${number}`, `wave ${number} ${nth} ${n}`),
  )
  const how = { token: fixtures.primaryAgent.accessToken, expects: [422] }
  await client.call('POST', '/v4/messages', { userId, messages }, how)
}

/** The provider reports deliveries early and late, in any order, and more than once. */
export const deliveryReportActor: TrafficActor = async ({ client, log, fixtures, deliveredMessages, random }) => {
  const some = deliveredMessages()
    .slice(-20)
    .filter(() => random() < 0.3)
  if (some.length === 0) return
  const states = ['delivered', 'read', 'sent', 'delivered'] as const
  const receipts = some.flatMap(({ messageId }) =>
    states.filter(() => random() < 0.7).map((state) => ({ type: 'receipt' as const, id: messageId, state })),
  )
  if (receipts.length === 0) return
  await client.tell(fixtures.smsBinding, receipts)
  for (const { id: messageId, state } of receipts) log.record({ kind: 'receipt', messageId, state })
}
