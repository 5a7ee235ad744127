import { mediaLibrary } from '../domains/agents/index.ts'
import type { Adapter, Channels } from '../domains/channels/index.ts'
import {
  type Conversations,
  type ConversationsOptions,
  createConversations,
} from '../domains/conversations/conversations.ts'
import type { OutboundCall } from '../platform/outbound/index.ts'
import type { GatewayBench } from './gateway-bench.ts'

/**
 * The conversations of a bench in another process, with a recipient of answers. `changeAdapter` overrides the provider's
 * adapter; `replacementCall` replaces its requests.
 */
export function createOtherProcessConversations(
  { server: { context, services } }: GatewayBench,
  onFirstReply: ConversationsOptions['onFirstReply'],
  changeAdapter: (adapter: Adapter) => Partial<Adapter> = () => ({}),
  replacementCall?: OutboundCall,
): Conversations {
  const { config, database, world, log } = context
  const { agents, channels, gateway, outbound } = services
  const { gatewayPublicUrl, allowPrivateNetwork, channelApis: apis } = config
  const { announce, definitions } = agents
  const { fetch, call: originalCall, open } = outbound
  const call = replacementCall ?? originalCall
  return createConversations({
    ...{ db: database.db, world, log, fetch, call, open, apis, gatewayPublicUrl, allowPrivateNetwork },
    ...{ announce, definitions, gateway, mediaUrls: mediaLibrary.createUrls(gatewayPublicUrl) },
    channels: { ...channels, findAdapter: withChangedAdapters(channels, changeAdapter) },
    responder: { handles: () => false, respond: async () => {} },
    onFirstReply,
    unknownOutcomeMinutes: config.unknownOutcomeMinutes,
  })
}

function withChangedAdapters(
  channels: Channels,
  changeAdapter: (adapter: Adapter) => Partial<Adapter>,
): Channels['findAdapter'] {
  return (binding) => {
    const adapter = channels.findAdapter(binding)
    return adapter && { ...adapter, ...changeAdapter(adapter) }
  }
}

/** Delivers a person's text as their provider does. */
export async function receiveText(
  { server: { services } }: GatewayBench,
  { receive }: Conversations,
  message: { agent: Parameters<Conversations['receive']>[0]; from: string; id: string; text: string },
): Promise<void> {
  const binding = await services.channels.findByChannel(message.agent, 'sms')
  if (!binding) throw new Error('the agent is not on sms')
  const content = { type: 'text', text: message.text } as const
  await receive(message.agent, binding, [{ kind: 'content', from: message.from, id: message.id, content }])
}
