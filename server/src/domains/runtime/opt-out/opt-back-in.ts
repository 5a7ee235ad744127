import type { Channel } from '@parley/amf'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { SendReply } from '../../conversations/index.ts'

/** On these START brings somebody back, and nothing else does. */
const carriers: readonly Channel[] = ['rcs', 'sms']

type OptBackIn = (agent: AgentKey, asid: string) => Promise<void>

/** Elsewhere whoever opted out and writes again has come back by that: the answer to it is theirs to have. */
export function withOptBackIn(
  reply: SendReply,
  { agent, asid, channel }: { agent: AgentKey; asid: string; channel: Channel },
  back: OptBackIn,
): SendReply {
  if (carriers.includes(channel)) return reply
  return async (message, options) => {
    const accepted = await reply(message, options)
    if (accepted.accepted || accepted.reason !== 'optedOut') return accepted
    await back(agent, asid)
    return reply(message, { instead: true })
  }
}
