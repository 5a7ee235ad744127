import { type Channel, type Delivery, getProfile, type ProviderTemplate } from '@parley/amf'
import type { AgentDefinition, OutreachResponse } from '@parley/definition'
import { bindingStateOf, type ChannelFacts, type GuardrailOrigin } from '@parley/guardrails'
import type { PersonFields } from '../../agents/index.ts'
import type { LiveBinding } from '../../channels/index.ts'
import { fillTemplateVariable } from '../opener.ts'
import type { ChannelContact } from '../reachability/facts.ts'

type ChannelPolicy = Pick<OutreachResponse, 'channels' | 'templates' | 'undeliveredAfterSeconds'>

const defaultChannels: readonly Channel[] = ['rcs']

/** The channels of an Outreach, in order of preference. */
export const channelsOf = ({ channels }: Pick<ChannelPolicy, 'channels'>): readonly Channel[] =>
  channels ?? defaultChannels

export const findOutreachTemplate = (
  { templates }: Pick<ChannelPolicy, 'templates'>,
  channel: Channel,
): ProviderTemplate | undefined => (channel === 'messengerA' ? templates?.messengerA : undefined)

type OpenerValues = { definition: AgentDefinition; person: PersonFields; inputs?: Readonly<Record<string, string>> }

/** How an opener moves from channel to channel; undefined where the Outreach has a single channel and no template. */
export function deliveryOf(outreach: ChannelPolicy, values: OpenerValues): Delivery | undefined {
  const { undeliveredAfterSeconds, templates: { messengerA } = {} } = outreach
  const channels = channelsOf(outreach)
  const templates = messengerA && {
    messengerA: { ...messengerA, variables: messengerA.variables.map((text) => fillTemplateVariable(text, values)) },
  }
  if (channels.length === 1) return templates && { templates }
  const isTimed = undeliveredAfterSeconds !== undefined
  return {
    channels: [...channels],
    fallbackOn: isTimed ? ['sendFailed', 'undelivered'] : ['sendFailed'],
    ...(isTimed && { undeliveredAfterSeconds }),
    ...(templates && { templates }),
  }
}

type ChannelConditions = {
  outreach: ChannelPolicy
  bindings: readonly Pick<LiveBinding, 'channel' | 'status'>[]
  origin: GuardrailOrigin
  now: Date
  /** The channels in question; default: all of the Outreach. */
  channels?: readonly Channel[]
}

/** Builds the facts for the choice of a channel. A named send considers only a STOP on the identity itself. */
export function buildChannelFacts(
  contacts: readonly ChannelContact[],
  { outreach, bindings, origin, now, channels = channelsOf(outreach) }: ChannelConditions,
): ChannelFacts<Channel>[] {
  return channels.map((channel) => {
    const contact = contacts.find((one) => one.channel === channel)
    const status = bindings.find((one) => one.channel === channel)?.status
    return {
      channel,
      hasIdentity: contact !== undefined,
      stopped: (origin === 'named' ? contact?.optedOut : contact?.stopped) ?? false,
      isSiblingStopped: contact?.stopped ?? false,
      binding: bindingStateOf(status),
      needsTemplate: isWindowClosed(channel, contact?.lastInboundAt, now),
      hasTemplate: findOutreachTemplate(outreach, channel) !== undefined,
      isIncapable: contact !== undefined && isKnownIncapable(contact, now),
    }
  })
}

const hourMilliseconds = 3_600_000

/** A person who never wrote has no open window. */
export function isWindowClosed(channel: Channel, lastInboundAt: Date | undefined, now: Date): boolean {
  const { windowHours } = getProfile(channel)
  return windowHours !== undefined && now.getTime() - (lastInboundAt?.getTime() ?? 0) >= windowHours * hourMilliseconds
}

const capabilityMilliseconds = 7 * 24 * hourMilliseconds

/** A number that has written since counts as unknown. */
function isKnownIncapable({ capable, lastInboundAt }: ChannelContact, now: Date): boolean {
  if (!capable || capable.value || now.getTime() - capable.checkedAt.getTime() >= capabilityMilliseconds) return false
  return !lastInboundAt || lastInboundAt <= capable.checkedAt
}
