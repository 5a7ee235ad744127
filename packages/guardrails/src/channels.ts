/** What is known about a person on one channel of an Outreach. */
export type ChannelFacts<Channel extends string = string> = {
  channel: Channel
  hasIdentity: boolean
  /** A STOP applies there. */
  stopped: boolean
  /** A STOP on the sibling channel of the number: where `stopped` does not count it, the gateway still refuses. */
  isSiblingStopped?: boolean
  binding: 'active' | 'off' | 'none'
  /** The provider accepts only an approved template, because the person has not written within the reply window. */
  needsTemplate: boolean
  hasTemplate: boolean
  /** The number was found unable to receive messages there. */
  isIncapable?: boolean
}

/** The facts of an identity that is already chosen, where nothing but a STOP or a binding can be in the way. */
export const reachedOn = <Channel extends string>(
  facts: Pick<ChannelFacts<Channel>, 'channel' | 'stopped'> & Partial<ChannelFacts<Channel>>,
): ChannelFacts<Channel> => ({
  hasIdentity: true,
  binding: 'active',
  needsTemplate: false,
  hasTemplate: false,
  ...facts,
})

/** `status` of a binding; undefined if the channel has none. */
export const bindingStateOf = (status: string | undefined): ChannelFacts['binding'] =>
  status === undefined ? 'none' : status === 'Active' ? 'active' : 'off'

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
