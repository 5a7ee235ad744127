import { media } from '../domains/agents/index.ts'
import type { Adapter, Channels } from '../domains/channels/index.ts'
import { type Conversations, conversationsOf } from '../domains/conversations/index.ts'
import { sharedBy } from '../parts.ts'
import type { OutboundCall } from '../platform/outbound/index.ts'
import type { GatewayBench } from './gateway-bench.ts'

type Answered = Parameters<typeof conversationsOf>[0]['answered']

/**
 * Conversations of a bench as another process would have them, with somebody who is told of answers. `change`: what a
 * provider does otherwise; `otherCall`: what its requests go through.
 */
export function conversationsBeside(
  { server: { parts } }: GatewayBench,
  answered: Answered,
  change: (adapter: Adapter) => Partial<Adapter> = () => ({}),
  otherCall?: OutboundCall,
): Conversations {
  const { config, database, world, log } = parts
  const { agents, channels, gateway, outbound } = sharedBy(parts)
  const { gatewayPublicUrl, allowPrivateNetwork, channelApis: apis } = config
  const { announce, definitions } = agents
  const { fetch, call: usualCall, open } = outbound
  const call = otherCall ?? usualCall
  return conversationsOf({
    ...{ db: database.db, world, log, fetch, call, open, apis, gatewayPublicUrl, allowPrivateNetwork },
    ...{ announce, definitions, gateway, mediaUrls: media.urlsOf(gatewayPublicUrl) },
    channels: { ...channels, adapterFor: changed(channels, change) },
    responder: { hears: () => false, respond: async () => {} },
    answered,
    unknownOutcomeMinutes: config.unknownOutcomeMinutes,
  })
}

function changed(channels: Channels, change: (adapter: Adapter) => Partial<Adapter>): Channels['adapterFor'] {
  return (binding) => {
    const adapter = channels.adapterFor(binding)
    return adapter && { ...adapter, ...change(adapter) }
  }
}

/** Somebody's words, as their provider tells them. */
export async function hearText(
  { server: { parts } }: GatewayBench,
  { receive }: Conversations,
  said: { agent: Parameters<Conversations['receive']>[0]; from: string; id: string; text: string },
): Promise<void> {
  const binding = await sharedBy(parts).channels.on(said.agent, 'sms')
  if (!binding) throw new Error('the agent is not on sms')
  const content = { type: 'text', text: said.text } as const
  await receive(said.agent, binding, [{ kind: 'content', from: said.from, id: said.id, content }])
}
