import { type ChannelBlockReason, type ChannelChoice, type ChannelFacts, chooseChannel } from './channels.ts'
import type { GuardrailFacts, GuardrailOrigin, SendBlockReason } from './facts.ts'
import { decideSend, findCapEnd, guardrails } from './guardrails.ts'

/** What an operator has turned off, and may turn on again at any time. */
export type SwitchedOff = 'rule_disabled' | 'sequence_disabled' | 'outreach_disabled' | 'reminders_off'

export type OutreachFacts = Omit<GuardrailFacts, 'optedOut'> & {
  /** Why the message is no longer needed. */
  obsolete?: 'already_sent' | 'answered'
  switchedOff?: SwitchedOff
  /** When the delay before the message ends. */
  plannedAt?: Date
  /** The message is of no use from then on. */
  expiresAt?: Date
  /** Inputs that the message requires are missing. */
  lacksInputs?: boolean
}

export type OutreachBlockReason =
  | SendBlockReason
  | ChannelBlockReason
  | SwitchedOff
  | 'already_sent'
  | 'answered'
  | 'missing_inputs'
  | 'expired'

/** Why a message that is sent nevertheless fails: the send records it. */
export type ForeseenFailure = 'opted_out' | 'no_route' | 'not_rcs_capable'

/** What an Outreach does for one person now: when, and by which channel, or why not. */
export type OutreachDecision<Channel extends string = string> =
  | { verdict: 'go'; channel: Channel; warning?: 'frequency_capped'; failsWith?: ForeseenFailure }
  /** Until it is turned on again, which triggers another decision. */
  | { verdict: 'held'; reason: SwitchedOff | 'binding_disabled'; channel?: Channel }
  /** Without a reason: until the delay ends. */
  | { verdict: 'wait'; reason?: SendBlockReason; until: Date }
  /** `until`: when the frequency cap ends. */
  | { verdict: 'no'; reason: OutreachBlockReason; channel?: Channel; until?: Date }

/**
 * Decides who gets an Outreach, when, and by which channel, or why not. What the person wants counts first, then what is
 * turned off or planned for later, then what the agent lacks, then what passes with time. While the message is held,
 * only a reason that outlasts the hold ends it.
 */
export function decideOutreach<Channel extends string>(
  origin: GuardrailOrigin,
  facts: OutreachFacts,
  channels: readonly ChannelFacts<Channel>[],
): OutreachDecision<Channel> {
  if (facts.obsolete) return { verdict: 'no', reason: facts.obsolete }
  if (isPast(facts.now, facts.expiresAt)) return { verdict: 'no', reason: 'expired' }
  const choice = chooseChannel(channels)
  const willing = { ...facts, optedOut: choice.reason === 'opted_out' }
  const decision = decideSend(origin, willing)
  const hold = findHold(origin, facts, choice)
  if (decision.verdict === 'no' && (!hold || outlastsHold(origin, decision.reason, facts))) {
    const until = decision.reason === 'frequency_capped' ? findCapEnd(willing) : undefined
    return { ...decision, ...(until && { until }) }
  }
  if (hold) return hold
  const block = findChannelBlock(origin, choice, channels.length)
  if (block) return { verdict: 'no', reason: block, channel: choice.channel }
  if (facts.lacksInputs) return { verdict: 'no', reason: 'missing_inputs' }
  if (decision.verdict === 'no') return decision
  if (decision.verdict === 'wait') {
    return isPast(decision.until, facts.expiresAt) ? { verdict: 'no', reason: decision.reason } : decision
  }
  const chosen = channels.find(({ channel }) => channel === choice.channel) as ChannelFacts<Channel>
  const failsWith = findFailure(origin, chosen)
  return { ...decision, channel: chosen.channel, ...(failsWith && { failsWith }) }
}

type Hold<Channel extends string> = Exclude<OutreachDecision<Channel>, { verdict: 'go' }>

function findHold<Channel extends string>(
  origin: GuardrailOrigin,
  { now, plannedAt, switchedOff }: OutreachFacts,
  { channel, reason }: ChannelChoice<Channel>,
): Hold<Channel> | undefined {
  const verdict = guardrails[origin].switchedOff === 'waits' ? 'held' : 'no'
  if (switchedOff) return { verdict, reason: switchedOff }
  if (reason === 'binding_disabled') return { verdict: 'held', reason, channel }
  return plannedAt && plannedAt > now ? { verdict: 'wait', until: plannedAt } : undefined
}

/** Consent may still be granted until the message is due, and a frequency cap ends; a refusal by the person is final. */
function outlastsHold(origin: GuardrailOrigin, reason: SendBlockReason, facts: OutreachFacts): boolean {
  if (reason === 'frequency_capped') return guardrails[origin].frequencyCap === 'excluded'
  const isDue = !facts.plannedAt || facts.plannedAt <= facts.now
  return reason !== 'no_consent' || isDue || facts.consent === 'denied'
}

function findChannelBlock(
  origin: GuardrailOrigin,
  { reason }: ChannelChoice,
  channelCount: number,
): ChannelBlockReason | undefined {
  const { unbound, incapable } = guardrails[origin]
  if (reason === 'no_route') return unbound === 'excluded' ? reason : undefined
  if (reason !== 'not_rcs_capable') return reason
  return incapable === 'excluded among several channels' && channelCount > 1 ? reason : undefined
}

function findFailure(origin: GuardrailOrigin, facts: ChannelFacts): ForeseenFailure | undefined {
  if (facts.isSiblingStopped) return 'opted_out'
  if (facts.binding === 'none') return 'no_route'
  return facts.isIncapable && guardrails[origin].incapable !== 'no obstacle' ? 'not_rcs_capable' : undefined
}

const isPast = (at: Date, end: Date | undefined): boolean => end !== undefined && at >= end
