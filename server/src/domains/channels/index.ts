/** Public interface of the domain; other domains import only from here. */
export type {
  Adapter,
  AdapterBinding,
  AdapterTools,
  DispatchFailureReason,
  Inbound,
  InboundContent,
  InboundContentBody,
  OutboundBubble,
  ProviderCall,
  ReceiptState,
} from './adapter.ts'
export { channelMessageIdOf, DispatchFailedError } from './adapter.ts'
export { providerAdapters } from './adapters/index.ts'
export { bindWebchat } from './change.ts'
export { type Channels, createChannels, type LiveBinding } from './channels.ts'
export { reEncryptChannelSecrets } from './form-values.ts'
export { channelRoutes } from './routes.ts'
export { bindingWork } from './worker.ts'
