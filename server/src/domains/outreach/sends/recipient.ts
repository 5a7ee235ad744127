import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import { type Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { normalizeAddress, type Person, recipients } from '../../people/index.ts'
import type { SendRecipient } from './request.ts'

/** The only channel that Outreach uses. */
export const outreachChannel = 'rcs' satisfies Channel

/** The recipient of a live send. A missing identity or person is created on acceptance. */
export type FoundRecipient = { person?: Person; asid?: string; address: string; stopped: boolean }

type LiveRecipient = Exclude<SendRecipient, { form: 'persona' }>

/** Finds the recipient, or returns the problem; the caller throws it in its own order of checks. */
export async function findRecipient(
  db: Db,
  agent: AgentKey,
  recipient: LiveRecipient,
): Promise<FoundRecipient | Problem> {
  if (recipient.form === 'address') return findAtAddress(db, agent, recipient)
  if (recipient.form === 'asid') return findByIdentity(db, agent, recipient.asid)
  if (recipient.channel !== undefined && recipient.channel !== outreachChannel) return unavailable(recipient.channel)
  return findByPersonId(db, agent, recipient.personId)
}

async function findAtAddress(db: Db, agent: AgentKey, written: { channel: string; address: string }) {
  if (written.channel !== outreachChannel) return unavailable(written.channel)
  const address = normalizeAddress(outreachChannel, written.address)
  if (address === undefined) {
    const message = 'must be a phone number in international format, for example +12025550143'
    return problem('agent.outreach.invalid_address', 422, {
      detail: `recipient.address ${message}`,
      errors: [{ field: 'recipient.address', message }],
    })
  }
  const { person, identity, stopped } = await recipients.findByAddress(db, agent, { channel: outreachChannel, address })
  return { person, asid: identity?.asid, address, stopped }
}

async function findByIdentity(db: Db, agent: AgentKey, asid: string) {
  const { person, identity } = await recipients.findByAsid(db, agent, asid)
  if (!identity) return recipientNotFound()
  if (identity.channel !== outreachChannel) return unavailable(identity.channel)
  return { person, asid, address: identity.address, stopped: identity.optedOut }
}

async function findByPersonId(db: Db, agent: AgentKey, personId: string) {
  const { person, identity } = await recipients.findByPerson(db, agent, { personId, channel: outreachChannel })
  if (!person) return recipientNotFound()
  if (!identity) {
    return problem('agent.outreach.no_channel_identity', 422, { detail: 'The Person has no identity on rcs' })
  }
  return { person, asid: identity.asid, address: identity.address, stopped: identity.optedOut }
}

export const recipientNotFound = (): Problem => problem('agent.outreach.recipient_not_found', 404)

function unavailable(channel: string): Problem {
  const detail = `Outreach sends on ${outreachChannel}, not on ${channel.slice(0, 40)}`
  return problem('agent.outreach.channel_unavailable', 422, { detail })
}
