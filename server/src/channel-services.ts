import type { AppContext } from './app-context.ts'
import { type Channels, createChannels, providerAdapters } from './domains/channels/index.ts'
import { createLab, type Lab } from './domains/lab/index.ts'
import { type ChatNotifier, createChatNotifier, createWebchatAdapter } from './domains/webchat/index.ts'
import type { LabPort } from './late-ports.ts'

type ChannelServices = { lab: Lab; webchat: ChatNotifier; channels: Channels }

/**
 * Creates the channel adapters and the bindings. Our own carriers pass inbound events to conversations, which in turn
 * dispatches messages to them.
 */
export function createChannelServices(
  { config, database, keyring, world, log }: AppContext,
  { receive, readAffordances, channels: bindings }: LabPort,
): ChannelServices {
  const { db } = database
  const lab = createLab({ db, world, log, receive, readAffordances, channels: bindings })
  const webchat = createChatNotifier({ db, log })
  const chat = createWebchatAdapter({ db, world, publish: webchat.publish })
  const carriers = config.lab ? [...lab.adapters, lab.routeHandsets(chat)] : [chat]
  const adapters = [...carriers, ...providerAdapters.adapters({ db, world })]
  const { gatewayPublicUrl, batchRates } = config
  const channels = createChannels({ db, keyring, adapters, gatewayPublicUrl, batchRates })
  return { lab, webchat, channels }
}
