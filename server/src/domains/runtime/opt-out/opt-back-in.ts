import { type Channel, isCarrierChannel } from '@parley/amf'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { SendReply } from '../../conversations/index.ts'

/** On these channels only START opts back in. */

type OptBackIn = (agent: AgentKey, asid: string) => Promise<void>

/** On other channels, a person who opted out and writes again opts back in, so that they receive the reply. */
export function withOptBackIn(
  reply: SendReply,
  { agent, asid, channel }: { agent: AgentKey; asid: string; channel: Channel },
  back: OptBackIn,
): SendReply {
  if (isCarrierChannel(channel)) return reply
  return async (message, options) => {
    const accepted = await reply(message, options)
    if (accepted.accepted || accepted.reason !== 'optedOut') return accepted
    await back(agent, asid)
    return reply(message, { instead: true })
  }
}

/** START is a keyword of the carriers; on other channels any new message opts back in. */
const optInInstructions: Partial<Record<Channel, string>> = { rcs: 'reply START', sms: 'reply START' }

export function composeOptOutConfirmation(agentName: string, channel: Channel): string {
  const back = optInInstructions[channel] ?? 'write to us here'
  return `Understood: you will get no more messages from ${agentName}, and if you ever change your mind, just ${back}.`
}
