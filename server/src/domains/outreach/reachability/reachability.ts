import type { AgentDefinition } from '@parley/definition'
import {
  bindingStateOf,
  type ChannelBlockReason,
  type ChannelFacts,
  channelBlockedBy,
  chooseChannel,
  decideOutreach,
  type ForeseenFailure,
  type GuardrailOrigin,
  guardrailOrigins,
  type OutreachBlockReason,
  type OutreachDecision,
  type OutreachFacts,
  reachedOn,
} from '@parley/guardrails'
import type { LiveBinding } from '../../channels/index.ts'
import { buildChannelFacts, isWindowClosed } from '../channels/policy.ts'
import { buildOutreachFacts, type ChannelContact, type ContactIdentity, type ContactState } from './facts.ts'
import type { Reachability, ReachabilityReason, ReachabilityVerdict } from './schema.ts'

type SentenceContext = Partial<Pick<OutreachFacts, 'lastTouchAt' | 'lastInboundAt' | 'isHeldByMember'>> & {
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
const channelReasonOf = (reason: ChannelBlockReason | undefined): ReachabilityReason | undefined =>
  reason === 'binding_disabled' ? 'no_route' : reason

function listChannels(query: ReachabilityQuery): Reachability['channels'] {
  return factsOf('automated', query).map((facts) => {
    const { channel } = facts
    const { asid } = query.contacts.find((one) => one.channel === channel) ?? {}
    return { channel, asid, reason: channelReasonOf(channelBlockedBy(facts)) }
  })
}

/** Explains the decision that a message of this origin would get now. */
function decideFor(origin: GuardrailOrigin, query: ReachabilityQuery): ReachabilityVerdict {
  const isReminder = origin === 'reminder'
  const facts = factsFor(origin, query)
  const channels = isReminder ? reminderChannels(query) : factsOf(origin, query)
  return toVerdict(decideOutreach(origin, facts, channels), facts, isReminder)
}

function factsFor(origin: GuardrailOrigin, query: ReachabilityQuery): OutreachFacts {
  const { contact, outreach, definition, wasSent, now } = query
  const { sendingSettings: settings, scheduling } = definition
  const terms = { now, class: outreach?.class ?? ('service' as const), settings }
  if (origin === 'reminder') {
    const { ignoreSafeHours, enabled = true } = scheduling.reminders ?? {}
    const switchedOff = enabled ? undefined : ('reminders_off' as const)
    return buildOutreachFacts(contact, { ...terms, ignoreSafeHours, switchedOff })
  }
  const switchedOff = outreach?.enabled === false ? ('outreach_disabled' as const) : undefined
  const obsolete = origin === 'automated' && wasSent ? ('already_sent' as const) : undefined
  return buildOutreachFacts(contact, { ...terms, switchedOff, obsolete })
}

/** A reminder goes to one identity, and a template never replaces it. */
function reminderChannels({ defaultIdentity, bindings, now }: ReachabilityQuery): ChannelFacts[] {
  if (!defaultIdentity) return []
  const { channel, stopped, lastInboundAt } = defaultIdentity
  const binding = bindingStateOf(bindings.find((one) => one.channel === channel)?.status)
  return [reachedOn({ channel, stopped, binding, needsTemplate: isWindowClosed(channel, lastInboundAt, now) })]
}

type DecidedReason = OutreachBlockReason | ForeseenFailure

function toReason(reason: DecidedReason, isReminder: boolean): ReachabilityReason {
  if (reason === 'binding_disabled') return 'no_route'
  if (reason === 'no_template' && isReminder) return 'window_closed'
  return reason === 'outreach_disabled' ? 'outreach_unavailable' : (reason as ReachabilityReason)
}

function toVerdict(decision: OutreachDecision, facts: OutreachFacts, isReminder: boolean): ReachabilityVerdict {
  if (decision.verdict === 'go' && !decision.failsWith) {
    const { warning } = decision
    return { allowed: 'now', warning, says: warning ? explainVerdict('warning', facts) : explainVerdict('go') }
  }
  const { reason: decided, until } = describeBlock(decision)
  const reason = toReason(decided, isReminder)
  const says = explainVerdict(reason, { ...facts, until })
  return { allowed: decision.verdict === 'wait' ? 'later' : 'no', reason, until: until?.toISOString(), says }
}

/** What will fail is not allowed either. Nothing is planned for later here, so every wait has a reason. */
function describeBlock(decision: OutreachDecision): { reason: DecidedReason; until?: Date } {
  if (decision.verdict === 'go') return { reason: decision.failsWith as ForeseenFailure }
  const until = 'until' in decision ? decision.until : undefined
  return { reason: decision.reason as DecidedReason, until }
}
