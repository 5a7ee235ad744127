import { pickRandom, type TrafficActor } from './actor.ts'
import type { JsonBody } from './client.ts'
import { phoneNumberOf } from './sends.ts'

/** Limited because each of them is sent twice. */
const maxSends = 60
const block = 61

export const lateOutreachId = 'late'

/** By rcs, and by sms if it is not delivered in time; each text names its person. */
export async function createLateOutreach(
  path: string,
  post: (path: string, body: JsonBody) => Promise<JsonBody>,
): Promise<void> {
  const id = lateOutreachId
  await post(`${path}/message-templates`, { id, name: 'Late', body: 'Late {person.customFields.n}' })
  const channels = { channels: ['rcs', 'sms'], undeliveredAfterSeconds: 30 }
  await post(`${path}/outreach`, { id, name: 'Late', openerTemplateId: id, ...channels })
}

/** Sends to new people by rcs. Nothing reports a delivery there, so every message moves to sms in the end. */
export const undeliveredActor: TrafficActor = async ({ client, fixtures, random }, nth) => {
  if (nth >= maxSends) return
  const { path } = fixtures.primaryAgent
  const key = `late-${nth}`
  const recipient = { channel: 'rcs', address: phoneNumberOf(block, nth) }
  const body = { recipient, inputs: { n: key }, idempotencyKey: key }
  const options = { token: pickRandom(fixtures.sendKeys, random), expects: [409] }
  await client.call('POST', `/v1${path}/outreach/${lateOutreachId}/sends`, body, options)
}
