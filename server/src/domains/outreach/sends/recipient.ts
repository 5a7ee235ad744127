import { type Channel, channels as everyChannel, getProfile } from '@parley/amf'
import type { OutreachResponse } from '@parley/definition'
import { chooseChannel } from '@parley/guardrails'
import type { Db } from '../../../platform/db/database.ts'
import { type Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Channels } from '../../channels/index.ts'
import { addresses, findPerson, type Person, recipients } from '../../people/index.ts'
import { buildChannelFacts, channelsOf, findOutreachTemplate, isWindowClosed } from '../channels/policy.ts'
import { findContactIdentity, readChannelContacts } from '../reachability/queries.ts'
import type { SendRecipient } from './request.ts'

/** The recipient of a live send. A missing identity or person is created on acceptance. */
export type FoundRecipient = { person?: Person; asid?: string; channel: Channel; address: string; stopped: boolean }

type LiveRecipient = Exclude<SendRecipient, { form: 'persona' }>

type RecipientLookup = { outreach: OutreachResponse; channels: Pick<Channels, 'listBindings'>; now: Date }

/** Finds the recipient, or returns the problem; the caller throws it in its own order of checks. */
export async function findRecipient(
  db: Db,
  agent: AgentKey,
  recipient: LiveRecipient,
  query: RecipientLookup,
): Promise<FoundRecipient | Problem> {
  if (recipient.form === 'address') return findAtAddress(db, agent, recipient, query)
  if (recipient.form === 'asid') return findByIdentity(db, agent, recipient.asid, query)
  const { personId, channel } = recipient
  const allowed = channelsOf(query.outreach)
  if (channel === undefined) return findByPersonId(db, agent, { personId, channels: allowed }, query)
  const named = allowed.find((one) => one === channel)
  return named ? findByPersonId(db, agent, { personId, channels: [named] }, query) : unavailable(channel, query)
}

async function findAtAddress(
  db: Db,
  agent: AgentKey,
  written: { channel?: string; address: string; isE164?: true },
  query: RecipientLookup,
): Promise<FoundRecipient | Problem> {
  const isMeant = (one: Channel) => (written.channel === undefined ? takesNumbers(one) : one === written.channel)
  const channel = channelsOf(query.outreach).find(isMeant)
  if (!channel) return unavailable(written.channel ?? 'a phone number', query)
  const read = written.isE164
    ? { address: addresses.normalize(channel, written.address) }
    : addresses.read(channel, written.address, agent.defaultCountry)
  const { address } = read
  if (address === undefined) return invalidAddress(channel, 'problem' in read ? read.problem : undefined)
  const { person, identity, stopped } = await recipients.findByAddress(db, agent, { channel, address })
  const found = { person, asid: identity?.asid, channel, address, stopped }
  return (await findTemplateProblem(db, agent, found, query)) ?? found
}

const takesNumbers = (channel: Channel): boolean => ['rcs', 'sms', 'messengerA'].includes(channel)

function invalidAddress(channel: Channel, message = `is not valid on ${channel}`): Problem {
  return problem('agent.outreach.invalid_address', 422, {
    detail: `recipient.address ${message}`,
    errors: [{ field: 'recipient.address', message }],
  })
}

async function findByIdentity(db: Db, agent: AgentKey, asid: string, query: RecipientLookup) {
  const { person, identity } = await recipients.findByAsid(db, agent, asid)
  if (!identity) return recipientNotFound()
  const { channel, address, optedOut } = identity
  if (!channelsOf(query.outreach).includes(channel)) return unavailable(channel, query)
  const found = { person, asid, channel, address, stopped: optedOut }
  return (await findTemplateProblem(db, agent, found, query)) ?? found
}

/** On a channel with a reply window, an identity outside its window can only be reached with a template. */
async function findTemplateProblem(
  db: Db,
  agent: AgentKey,
  { person, asid, channel }: FoundRecipient,
  { outreach, now }: RecipientLookup,
): Promise<Problem | undefined> {
  if (getProfile(channel).windowHours === undefined || findOutreachTemplate(outreach, channel)) return undefined
  const contact = person && asid !== undefined ? { personKey: person.key, asid } : undefined
  const { lastInboundAt } = (contact && (await findContactIdentity(db, agent, contact))) ?? {}
  return isWindowClosed(channel, lastInboundAt, now) ? noTemplate(channel) : undefined
}

type PersonQuery = { personId: string; channels: readonly Channel[] }

async function findByPersonId(
  db: Db,
  agent: AgentKey,
  { personId, channels }: PersonQuery,
  query: RecipientLookup,
): Promise<FoundRecipient | Problem> {
  const [only] = channels as [Channel]
  if (channels.length > 1) return chooseIdentity(db, agent, { personId, channels }, query)
  const { person, identity } = await recipients.findByPerson(db, agent, { personId, channel: only })
  if (!person) return recipientNotFound()
  if (!identity) return noIdentity(channels)
  const found = { person, asid: identity.asid, channel: only, address: identity.address, stopped: identity.optedOut }
  return (await findTemplateProblem(db, agent, found, query)) ?? found
}

/** Where every channel is turned off or unbound, the send is accepted on the first and then waits or fails there. */
async function chooseIdentity(
  db: Db,
  agent: AgentKey,
  { personId, channels }: PersonQuery,
  { outreach, now, channels: live }: RecipientLookup,
): Promise<FoundRecipient | Problem> {
  const [person, bindings] = await Promise.all([findPerson(db, agent, personId), live.listBindings(agent)])
  if (!person) return recipientNotFound()
  const contacts = await readChannelContacts(db, agent, { personKey: person.key, channels })
  const facts = buildChannelFacts(contacts, { outreach, bindings, origin: 'named', now, channels })
  const { channel, reason } = chooseChannel(facts)
  const contact = contacts.find((one) => one.channel === channel)
  if (!channel || !contact) return noIdentity(channels)
  if (reason === 'no_template') return noTemplate(channel)
  const { identity } = await recipients.findByAsid(db, agent, contact.asid)
  if (!identity) return noIdentity(channels)
  const { asid, address, optedOut } = identity
  return { person, asid, channel, address, stopped: optedOut }
}

export const recipientNotFound = (): Problem => problem('agent.outreach.recipient_not_found', 404)

const noIdentity = (channels: readonly Channel[]): Problem =>
  problem('agent.outreach.no_channel_identity', 422, {
    detail: `The Person has no identity on ${channels.join(', ')}`,
  })

const noTemplate = (channel: Channel): Problem =>
  problem('agent.outreach.no_template', 422, {
    detail: `The reply window on ${channel} is closed, and the Outreach has no template for it`,
  })

function unavailable(channel: string, { outreach }: RecipientLookup): Problem {
  const known = everyChannel.find((one) => one === channel)
  const detail = `The Outreach sends on ${channelsOf(outreach).join(', ')}, not on ${known ?? channel.slice(0, 40)}`
  return problem('agent.outreach.channel_unavailable', 422, { detail })
}
