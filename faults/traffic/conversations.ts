import { setTimeout as sleep } from 'node:timers/promises'
import { buildTextMessage } from '../environment/event-receiver.ts'
import type { TrafficActor, TrafficContext } from './actor.ts'
import { phoneNumberOf, sendNamed } from './sends.ts'

/** A person who writes by SMS, gets echoes, and receives agent messages in between, all in order. */
export function createConversationActor(block: number): TrafficActor {
  const number = phoneNumberOf(block, 0)
  return async (context, nth) => {
    const { client, log, fixtures } = context
    const text = `inbound ${nth} of ${number}`
    const inbound = { type: 'message', id: `in ${number} ${nth}`, from: number, text } as const
    if (await client.deliverReport(fixtures.smsBinding, inbound)) log.record({ kind: 'inbound', number, text })
    const userId = context.findUserId(number)
    if (userId === undefined) return
    const outboundText = `outbound ${nth} to ${number}`
    const body = { userId, messages: [buildTextMessage(outboundText, `own ${number} ${nth}`)] }
    const { body: response } = await client.call('POST', '/v4/messages', body, {
      token: fixtures.primaryAgent.accessToken,
    })
    const [result] = (response.results ?? []) as { messageId: string; accepted: boolean }[]
    if (result?.accepted) log.record({ kind: 'message', number, text: outboundText, messageId: result.messageId })
  }
}

/** A dispatch that begins too late shows up while none may begin. */
const maxOptOutMilliseconds = 600

/** A person who alternates STOP and START while messages of every kind are being sent to them. */
export function createOptOutActor(block: number): TrafficActor {
  const number = phoneNumberOf(block, 0)
  return async (context, nth) => {
    const { client, log, fixtures, random } = context
    const { primaryAgent: agent } = fixtures
    const hello = { type: 'message', id: `hello ${number}`, from: number, text: `hello of ${number}` } as const
    if (nth === 0) await client.deliverReport(fixtures.smsBinding, hello)
    await Promise.all([
      ...[0, 1].map((n) => sendNamed(context, { agent, key: `${block}-${nth}-before-${n}`, number })),
      sendAgentMessages(number, context, nth),
    ])
    for (const command of ['stop', 'start'] as const) {
      const startedAt = Date.now()
      const id = `${command} ${number} ${nth}`
      const report = { type: 'message', id, from: number, text: command.toUpperCase() } as const
      const isAccepted = await client.deliverReport(fixtures.smsBinding, report)
      // Everything that left before the response must be recorded before the response is.
      if (command === 'stop') await context.waitForProviders()
      if (isAccepted) log.record({ kind: command, number, startedAt })
      if (command === 'stop') await sendNamed(context, { agent, key: `${block}-${nth}-after`, number })
      if (command === 'stop' && random() < 0.3) return
      if (command === 'stop') await sleep(maxOptOutMilliseconds * random())
    }
  }
}

/** Sends a few agent messages in sequence on their lane; a STOP may refuse them. */
async function sendAgentMessages(
  number: string,
  { client, fixtures, findUserId }: TrafficContext,
  nth: number,
): Promise<void> {
  const userId = findUserId(number)
  if (userId === undefined) return
  const messages = [0, 1, 2].map((n) =>
    buildTextMessage(`wave ${nth}.${n} for ${number}`, `wave ${number} ${nth} ${n}`),
  )
  const options = { token: fixtures.primaryAgent.accessToken, expects: [422] }
  await client.call('POST', '/v4/messages', { userId, messages }, options)
}

/** The provider reports deliveries early and late, in any order, and more than once. */
export const deliveryReportActor: TrafficActor = async ({ client, log, fixtures, deliveredMessages, random }) => {
  const messages = deliveredMessages()
    .slice(-20)
    .filter(() => random() < 0.3)
  if (messages.length === 0) return
  const states = ['delivered', 'read', 'sent', 'delivered'] as const
  const receipts = messages.flatMap(({ messageId }) =>
    states.filter(() => random() < 0.7).map((state) => ({ type: 'receipt' as const, id: messageId, state })),
  )
  if (receipts.length === 0) return
  await client.deliverReport(fixtures.smsBinding, receipts)
  for (const { id: messageId, state } of receipts) log.record({ kind: 'receipt', messageId, state })
}
