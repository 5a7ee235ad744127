import { type Channel, channels as everyChannel, getProfile } from '@parley/amf'
import type { OutreachResponse } from '@parley/definition'
import { type ChannelFacts, chooseChannel, reachedOn } from '@parley/guardrails'
import type { Db } from '../../../platform/db/database.ts'
import { type Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Channels } from '../../channels/index.ts'
import { addresses, findPerson, type Person, recipients } from '../../people/index.ts'
import { buildChannelFacts, channelsOf, findOutreachTemplate, isWindowClosed } from '../channels/policy.ts'
import { findContactIdentity, readChannelContacts } from '../reachability/queries.ts'
import type { SendRecipient } from './request.ts'

/** The recipient of a live send. A missing identity or person is created on acceptance. */
export type FoundRecipient = { person?: Person; asid?: string; channel: Channel; address: string } & {
  /** For the decision: the channel of the recipient, or all that it was chosen from. */
  reach: readonly ChannelFacts[]
}

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
  return withReach(db, agent, { person, asid: identity?.asid, channel, address, stopped }, query)
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
  return withReach(db, agent, { person, asid, channel, address, stopped: optedOut }, query)
}

type ChosenRecipient = Omit<FoundRecipient, 'reach'> & { stopped: boolean }

/** Without a choice of channels, the binding does not matter: the send waits for it, or fails with it. */
async function withReach(
  db: Db,
  agent: AgentKey,
  { stopped, ...chosen }: ChosenRecipient,
  { outreach, now }: RecipientLookup,
): Promise<FoundRecipient> {
  const { person, asid, channel } = chosen
  const hasTemplate = findOutreachTemplate(outreach, channel) !== undefined
  const mayClose = getProfile(channel).windowHours !== undefined && !hasTemplate
  const contact = mayClose && person && asid !== undefined ? { personKey: person.key, asid } : undefined
  const { lastInboundAt } = (contact && (await findContactIdentity(db, agent, contact))) ?? {}
  const needsTemplate = mayClose && isWindowClosed(channel, lastInboundAt, now)
  return { ...chosen, reach: [reachedOn({ channel, stopped, needsTemplate, hasTemplate })] }
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
  const { asid, address, optedOut } = identity
  return withReach(db, agent, { person, asid, channel: only, address, stopped: optedOut }, query)
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
  const { channel } = chooseChannel(facts)
  const contact = contacts.find((one) => one.channel === channel)
  if (!channel || !contact) return noIdentity(channels)
  const { identity } = await recipients.findByAsid(db, agent, contact.asid)
  if (!identity) return noIdentity(channels)
  return { person, asid: identity.asid, channel, address: identity.address, reach: facts }
}

export const recipientNotFound = (): Problem => problem('agent.outreach.recipient_not_found', 404)

const noIdentity = (channels: readonly Channel[]): Problem =>
  problem('agent.outreach.no_channel_identity', 422, {
    detail: `The Person has no identity on ${channels.join(', ')}`,
  })

function unavailable(channel: string, { outreach }: RecipientLookup): Problem {
  const known = everyChannel.find((one) => one === channel)
  const detail = `The Outreach sends on ${channelsOf(outreach).join(', ')}, not on ${known ?? channel.slice(0, 40)}`
  return problem('agent.outreach.channel_unavailable', 422, { detail })
}
