import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import { type Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { addressOf, type Person, recipients } from '../../people/index.ts'
import type { Recipient } from './request.ts'

/** The only channel that Outreach sends on. */
export const outreachChannel = 'rcs' satisfies Channel

/** Whom a live send goes to. Where nobody holds the identity, or there is none yet, it is made on acceptance. */
export type Found = { person?: Person; asid?: string; address: string; stopped: boolean }

type Live = Exclude<Recipient, { form: 'persona' }>

/** Finds the recipient, or answers why there is none; it is for the caller to throw that, in its order. */
export async function findRecipient(db: Db, agent: AgentKey, recipient: Live): Promise<Found | Problem> {
  if (recipient.form === 'address') return atAddress(db, agent, recipient)
  if (recipient.form === 'asid') return ofIdentity(db, agent, recipient.asid)
  if (recipient.channel !== undefined && recipient.channel !== outreachChannel) return unavailable(recipient.channel)
  return ofPerson(db, agent, recipient.personId)
}

async function atAddress(db: Db, agent: AgentKey, written: { channel: string; address: string }) {
  if (written.channel !== outreachChannel) return unavailable(written.channel)
  const address = addressOf(outreachChannel, written.address)
  if (address === undefined) {
    const message = 'must be a phone number in international format, for example +12025550143'
    return problem('agent.outreach.invalid_address', 422, {
      detail: `recipient.address ${message}`,
      errors: [{ field: 'recipient.address', message }],
    })
  }
  const { person, identity, stopped } = await recipients.at(db, agent, { channel: outreachChannel, address })
  return { person, asid: identity?.asid, address, stopped }
}

async function ofIdentity(db: Db, agent: AgentKey, asid: string) {
  const { person, identity } = await recipients.byAsid(db, agent, asid)
  if (!identity) return unknownRecipient()
  if (identity.channel !== outreachChannel) return unavailable(identity.channel)
  return { person, asid, address: identity.address, stopped: identity.optedOut }
}

async function ofPerson(db: Db, agent: AgentKey, personId: string) {
  const { person, identity } = await recipients.ofPerson(db, agent, { personId, channel: outreachChannel })
  if (!person) return unknownRecipient()
  if (!identity) {
    return problem('agent.outreach.no_channel_identity', 422, { detail: 'The Person has no identity on rcs' })
  }
  return { person, asid: identity.asid, address: identity.address, stopped: identity.optedOut }
}

export const unknownRecipient = (): Problem => problem('agent.outreach.recipient_not_found', 404)

function unavailable(channel: string): Problem {
  const detail = `Outreach sends on ${outreachChannel}, not on ${channel.slice(0, 40)}`
  return problem('agent.outreach.channel_unavailable', 422, { detail })
}
