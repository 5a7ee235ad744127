import { pickRandom, type TrafficActor, type TrafficContext } from './actor.ts'
import type { FixtureAgent } from './fixtures.ts'

type NamedSend = { agent: FixtureAgent; key: string; number: string }

/** Makes a named send and repeats it under the same key until it is acknowledged. Returns whether it was accepted. */
export async function sendNamed(
  { client, log, fixtures, random }: TrafficContext,
  { agent, key, number }: NamedSend,
): Promise<boolean> {
  const body = { recipient: { channel: 'rcs', address: number }, inputs: { n: key }, idempotencyKey: key }
  const options = { token: pickRandom(fixtures.sendKeys, random), expects: [409] }
  const { status, body: response } = await client.call('POST', `/v1${agent.path}/outreach/spring/sends`, body, options)
  if (status !== 202) return false
  const sendStatus = response.status === 'queued' ? 'queued' : 'duplicate'
  log.record({ kind: 'send', agent: agent.id, key, sendId: String(response.sendId), number, status: sendStatus })
  return true
}

/** Sends to new people by both agents; repeats every third send, as if its response had been lost. */
export function createSendActor(block: number): TrafficActor {
  return async (context, nth) => {
    const { primaryAgent, secondaryAgent } = context.fixtures
    const agent = nth % 2 === 0 ? primaryAgent : secondaryAgent
    const send = { agent, key: `${block}-${nth}`, number: phoneNumberOf(block, nth) }
    await sendNamed(context, send)
    if (nth % 3 === 0) await sendNamed(context, send)
  }
}

/** Each actor has its own block of numbers. */
export const phoneNumberOf = (block: number, nth: number): string => `+1606${2_000_000 + block * 10_000 + nth}`

/** An agent may have five hundred. */
const maxPersonas = 400

/**
 * Chats with a new persona each time: a persona whose process died stays busy for a while. Nothing is sent to real
 * people.
 */
export const rehearsalActor: TrafficActor = async ({ client, log, fixtures, apiKey: token }, nth) => {
  if (nth >= maxPersonas) return
  const { primaryAgent } = fixtures
  const key = `rehearsed-${nth}`
  const basePath = `/v1${primaryAgent.path}`
  const persona = { name: `Nobody ${nth}`, channel: 'rcs' }
  const created = await client.call('POST', `${basePath}/personas`, persona, { token, idempotencyKey: key })
  const body = { recipient: { personaId: created.body.id }, inputs: { n: key }, idempotencyKey: key }
  const { status, body: response } = await client.call('POST', `${basePath}/outreach/spring/sends`, body, {
    token,
    expects: [409],
  })
  if (status === 202) log.record({ kind: 'sandbox-send', agent: primaryAgent.id, key, sendId: String(response.sendId) })
}
