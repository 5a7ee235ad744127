/** The only door of the domain. */
export type {
  Adapter,
  Bound,
  Content,
  FailureReason,
  Inbound,
  InboundContent,
  Outgoing,
  ProviderCall,
  ReceiptState,
  Tools,
} from './adapter.ts'
export { channelMessageIdOf, DispatchFailed } from './adapter.ts'
export { providers } from './adapters/index.ts'
export { bindWebchat } from './bind.ts'
export type { Channels, LiveBinding } from './channels.ts'
export { channelsOf } from './live.ts'
export { resealChannelSecrets } from './reseal.ts'
export { channelRoutes } from './routes.ts'
export { bindingWork } from './worker.ts'
