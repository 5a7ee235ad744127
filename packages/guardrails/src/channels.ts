import type { GuardrailFacts, GuardrailOrigin, SendBlockReason, SendDecision } from './facts.ts'
import { decideSend } from './guardrails.ts'

/** What is known about a person on one channel of an Outreach. */
export type ChannelFacts<Channel extends string = string> = {
  channel: Channel
  hasIdentity: boolean
  /** A STOP applies there. */
  stopped: boolean
  binding: 'active' | 'off' | 'none'
  /** The provider accepts only an approved template, because the person has not written within the reply window. */
  needsTemplate: boolean
  hasTemplate: boolean
  /** The number was found unable to receive messages there. */
  isIncapable?: boolean
}

const channelBlockReasons = [
  'no_channel_identity',
  'opted_out',
  'binding_disabled',
  'no_route',
  'not_rcs_capable',
  'no_template',
] as const
export type ChannelBlockReason = (typeof channelBlockReasons)[number]

/** The channel that reaches the person; or why none does, and the channel where that is so. */
export type ChannelChoice<Channel extends string = string> =
  | { channel: Channel; reason?: undefined }
  | { channel?: Channel; reason: ChannelBlockReason }

/** Returns why a channel does not reach the person; undefined if it does. */
export function channelBlockedBy(facts: ChannelFacts): ChannelBlockReason | undefined {
  if (!facts.hasIdentity) return 'no_channel_identity'
  if (facts.stopped) return 'opted_out'
  if (facts.binding !== 'active') return facts.binding === 'off' ? 'binding_disabled' : 'no_route'
  if (facts.isIncapable) return 'not_rcs_capable'
  return facts.needsTemplate && !facts.hasTemplate ? 'no_template' : undefined
}

/**
 * Chooses the first channel that reaches the person. If none does, reports a binding that is turned off, because it may
 * be turned on again, and otherwise the first channel on which the person has an identity.
 */
export function chooseChannel<Channel extends string>(
  channels: readonly ChannelFacts<Channel>[],
): ChannelChoice<Channel> {
  const blocks = channels.map((facts) => ({ channel: facts.channel, reason: channelBlockedBy(facts) }))
  const open = blocks.find(({ reason }) => reason === undefined)
  if (open) return { channel: open.channel }
  const off = blocks.find(({ reason }) => reason === 'binding_disabled')
  const held = off ?? blocks.find(({ reason }) => reason !== 'no_channel_identity')
  return held?.reason ? { channel: held.channel, reason: held.reason } : { reason: 'no_channel_identity' }
}

/** What an Outreach does for one person now: when, and by which channel, or why not. */
export type OutreachDecision<Channel extends string = string> =
  | { verdict: 'go'; channel: Channel; warning?: 'frequency_capped' }
  | { verdict: 'wait'; reason: SendBlockReason; until: Date }
  | { verdict: 'no'; reason: SendBlockReason | ChannelBlockReason; channel?: Channel }

/**
 * Decides who gets an Outreach, when, and by which channel. What the person wants counts first, then what the agent
 * lacks, then what passes with time. A channel that is turned off is a `no` whose caller waits until it is on again.
 */
export function decideOutreach<Channel extends string>(
  origin: GuardrailOrigin,
  facts: Omit<GuardrailFacts, 'optedOut'>,
  channels: readonly ChannelFacts<Channel>[],
): OutreachDecision<Channel> {
  const choice = chooseChannel(channels)
  const decision: SendDecision = decideSend(origin, { ...facts, optedOut: choice.reason === 'opted_out' })
  if (decision.verdict === 'no') return decision
  if (choice.reason !== undefined) return { verdict: 'no', reason: choice.reason, channel: choice.channel }
  return decision.verdict === 'wait' ? decision : { ...decision, channel: choice.channel }
}
