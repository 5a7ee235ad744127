import { getProfile } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import { sendOrigins } from '@parley/definition/vocabulary'
import {
  type ChannelBlockReason,
  channelBlockedBy,
  chooseChannel,
  decideSend,
  findCapEnd,
  type GuardrailFacts,
  type GuardrailOrigin,
  guardrailOrigins,
  type SendDecision,
} from '@parley/guardrails'
import type { LiveBinding } from '../../channels/index.ts'
import { buildChannelFacts } from '../channels/policy.ts'
import { buildGuardrailFacts, type ChannelContact, type ContactIdentity, type ContactState } from './facts.ts'
import type { Reachability, ReachabilityReason, ReachabilityVerdict } from './schema.ts'

type SentenceContext = Partial<Pick<GuardrailFacts, 'lastTouchAt' | 'lastInboundAt' | 'isHeldByMember'>> & {
  until?: Date
}
type Sentence = (context: SentenceContext) => string

const formatTime = (at: Date | undefined): string => at?.toISOString() ?? 'an unknown time'

const sentences: Record<ReachabilityReason | 'go' | 'warning', Sentence> = {
  go: () => 'Nothing blocks it.',
  warning: ({ lastTouchAt }) =>
    `It can be sent, although the last marketing message was at ${formatTime(lastTouchAt)}, within the frequency cap.`,
  opted_out: () => 'The person replied STOP.',
  consent_declined: () => 'The request says that the person has not opted in.',
  consent_denied: () => 'The person denied consent.',
  no_consent: () => 'The person has not granted consent, which this message requires.',
  frequency_capped: ({ lastTouchAt, until }) =>
    `The last marketing message was at ${formatTime(lastTouchAt)}; the frequency cap ends at ${formatTime(until)}.`,
  outside_safe_hours: ({ until }) => `It is outside the safe hours; it can be sent from ${formatTime(until)}.`,
  outside_send_window: ({ until }) => `It is outside the send window; it can be sent from ${formatTime(until)}.`,
  'in-conversation': ({ lastInboundAt, isHeldByMember, until }) =>
    isHeldByMember
      ? 'A member of the team holds a conversation with the person; it can be sent once the conversation is returned.'
      : `The person wrote at ${formatTime(lastInboundAt)}; a conversation counts as in progress until ${formatTime(until)}.`,
  outreach_unavailable: () => 'The Outreach is turned off.',
  no_channel_identity: () => 'The person has no identity on a channel this message can use.',
  no_route: () => 'The agent has no active binding on the channel.',
  no_template: () => 'The reply window of the channel is closed, and the Outreach has no approved template.',
  not_rcs_capable: () => 'The number cannot receive rcs messages, according to its carrier within the last seven days.',
  already_sent: () => 'A rule already sent this Outreach to the person, and it is sent only once.',
  reminders_off: () => 'Reminders are turned off.',
  window_closed: () => "The person has not written within the channel's reply window.",
}

function explainVerdict(what: keyof typeof sentences, context: SentenceContext = {}): string {
  return sentences[what](context)
}

type Outreach = AgentDefinition['outreaches'][number]

export type ReachabilityQuery = {
  contact: ContactState
  /** The identities on the channels of the Outreach, in their order. */
  contacts: readonly ChannelContact[]
  /** The identity that a reminder would go to. */
  defaultIdentity?: ContactIdentity & { lastInboundAt?: Date }
  outreach?: Outreach
  definition: Pick<AgentDefinition, 'sendingSettings' | 'scheduling'>
  bindings: readonly Pick<LiveBinding, 'channel' | 'status'>[]
  wasSent: boolean
  now: Date
}

/** Answers whether the agent may message this person now, and why, for each origin of a message. */
export function evaluateReachability(query: ReachabilityQuery): Reachability {
  const { contact, outreach, definition, now } = query
  const { consent, lastTouch, lastInboundAt } = contact
  const identity = chooseContact('automated', query)
  const { safeHours, minTouchIntervalHours = 48 } = definition.sendingSettings
  const verdicts = guardrailOrigins.map((origin): [GuardrailOrigin, ReachabilityVerdict] => [
    origin,
    decideFor(origin, query),
  ])
  return {
    personId: contact.personId,
    outreachId: outreach?.id,
    at: now.toISOString(),
    identity: identity && {
      asid: identity.asid,
      channel: identity.channel,
      optedOut: identity.optedOut,
      capable: identity.capable && { ...identity.capable, checkedAt: identity.capable.checkedAt.toISOString() },
    },
    channels: listChannels(query),
    facts: {
      class: outreach?.class ?? 'service',
      consent: { ...consent, updatedAt: consent.updatedAt?.toISOString() },
      stops: stopsOf(query),
      lastMarketingSend: lastTouch && { sendId: lastTouch.sendId, at: lastTouch.at.toISOString() },
      lastWroteAt: lastInboundAt?.toISOString(),
      safeHours,
      minTouchIntervalHours,
    },
    origins: Object.fromEntries(verdicts) as Reachability['origins'],
  }
}

/** STOPs on the identities of an Outreach and of a reminder, which are often the same number. */
function stopsOf({ contacts, defaultIdentity }: ReachabilityQuery): Reachability['facts']['stops'] {
  const stops = [...contacts, defaultIdentity].flatMap((place) => place?.stops ?? [])
  const serialized = stops.map(({ channel, at }) => ({ channel, at: at.toISOString() }))
  const different = new Map(serialized.map((stop) => [`${stop.channel} ${stop.at}`, stop]))
  return different.size > 0 ? [...different.values()] : undefined
}

const factsOf = (origin: GuardrailOrigin, { contacts, outreach, bindings, now }: ReachabilityQuery) =>
  buildChannelFacts(contacts, { outreach: outreach ?? {}, bindings, origin, now })

/** The identity that an Outreach would reach, or else the one that the reason is about. */
function chooseContact(origin: GuardrailOrigin, query: ReachabilityQuery): ChannelContact | undefined {
  const { channel } = chooseChannel(factsOf(origin, query))
  return query.contacts.find((one) => one.channel === channel)
}

/** A binding that is turned off is not active either. */
const toReason = (reason: ChannelBlockReason | undefined): ReachabilityReason | undefined =>
  reason === 'binding_disabled' ? 'no_route' : reason

function listChannels(query: ReachabilityQuery): Reachability['channels'] {
  return factsOf('automated', query).map((facts) => {
    const { channel } = facts
    const { asid } = query.contacts.find((one) => one.channel === channel) ?? {}
    return { channel, asid, reason: toReason(channelBlockedBy(facts)) }
  })
}

/** Reports permanent reasons first: the person's own choice, then what the agent lacks, then temporary ones. */
function decideFor(origin: GuardrailOrigin, query: ReachabilityQuery): ReachabilityVerdict {
  const { outreach, defaultIdentity } = query
  if (origin !== 'reminder' && outreach?.enabled === false) return deny('outreach_unavailable')
  const place = origin === 'reminder' ? defaultIdentity : chooseContact(origin, query)
  if (!place) return deny('no_channel_identity')
  const facts = factsFor(origin, place, query)
  const decision = decideSend(origin, facts)
  if (decision.verdict === 'no') return toVerdict(decision, facts)
  const lack = findMissing(origin, place, query)
  return lack ? deny(lack) : toVerdict(decision, facts)
}

function factsFor(
  origin: GuardrailOrigin,
  identity: ContactIdentity,
  { contact, outreach, definition, now }: ReachabilityQuery,
): GuardrailFacts {
  const { sendingSettings: settings, scheduling } = definition
  const { ignoreSafeHours } = (origin === 'reminder' && scheduling.reminders) || {}
  const terms = { now, class: outreach?.class ?? 'service', settings, ignoreSafeHours }
  return buildGuardrailFacts({ ...contact, identity }, origin, terms)
}

/** Sequences have the guardrails of automated outreach. */
const initiatingOrigins: readonly string[] = sendOrigins
const capabilityMilliseconds = 7 * 86_400_000

function findMissing(
  origin: GuardrailOrigin,
  place: ContactIdentity,
  query: ReachabilityQuery,
): ReachabilityVerdict['reason'] {
  const { definition, bindings, wasSent, now } = query
  // A named send would be accepted and then suppressed at the gateway.
  if (place.stopped) return 'opted_out'
  if (origin === 'reminder' && definition.scheduling.reminders?.enabled === false) return 'reminders_off'
  const status = bindings.find(({ channel }) => channel === place.channel)?.status
  if (status !== 'Active') return 'no_route'
  if (origin === 'reminder' && isWindowClosed(query)) return 'window_closed'
  if (origin === 'automated' && wasSent) return 'already_sent'
  if (origin === 'reminder') return undefined
  const { reason } = chooseChannel(factsOf(origin, query))
  if (reason === 'no_template') return reason
  const { capable } = place as ChannelContact
  const isKnown = capable && now.getTime() - capable.checkedAt.getTime() < capabilityMilliseconds
  return isKnown && !capable.value && initiatingOrigins.includes(origin) ? 'not_rcs_capable' : undefined
}

function isWindowClosed({ defaultIdentity, now }: ReachabilityQuery): boolean {
  const { windowHours } = defaultIdentity ? getProfile(defaultIdentity.channel) : {}
  if (windowHours === undefined) return false
  return now.getTime() - (defaultIdentity?.lastInboundAt?.getTime() ?? 0) >= windowHours * 3_600_000
}

const deny = (reason: NonNullable<ReachabilityVerdict['reason']>): ReachabilityVerdict => ({
  allowed: 'no',
  reason,
  says: explainVerdict(reason),
})

function toVerdict(decision: SendDecision, facts: GuardrailFacts): ReachabilityVerdict {
  if (decision.verdict === 'go') {
    const { warning } = decision
    return { allowed: 'now', warning, says: warning ? explainVerdict('warning', facts) : explainVerdict('go') }
  }
  const { verdict, reason } = decision
  const until = verdict === 'wait' ? decision.until : reason === 'frequency_capped' ? findCapEnd(facts) : undefined
  const says = explainVerdict(reason, { ...facts, until })
  return { allowed: verdict === 'wait' ? 'later' : 'no', reason, until: until?.toISOString(), says }
}
