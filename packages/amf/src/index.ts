export {
  type AgentContent,
  type AmlReference,
  type CompiledAml,
  type CompileNote,
  type CompileOptions,
  compile,
  createAmlStream,
  listAmlReferences,
  type StreamItem,
} from './aml/compile.ts'
export { markerKinds } from './aml/markers/index.ts'
export { type PrintedAml, printAml } from './aml/print.ts'
export type { MatchedAnswer, OpenIntent, OpenOption } from './answers/intent.ts'
export { matchAnswer } from './answers/match.ts'
export { normalizeText, splitWords } from './answers/normalize-text.ts'
export {
  type Channel,
  carrierChannels,
  channels,
  type EmulatedChannel,
  emulatedChannels,
  isCarrierChannel,
  type PhoneChannel,
  phoneChannels,
} from './model/channels.ts'
export { Chip, type ChipKind, chipKinds } from './model/chip.ts'
export { type AnswerSource, type StatusState, type SystemKind, statusStates, systemKinds } from './model/events.ts'
export { listLinks, mapLinks } from './model/links.ts'
export * from './model/message.ts'
export * from './model/parts.ts'
export { CalendarEvent, Contact, DateTime, Money, Place } from './model/values.ts'
export { getProfile } from './profiles/index.ts'
export type { Profile } from './profiles/profile.ts'
export { type Capabilities, describeCapabilities, type WindowState } from './profiles/profile.ts'
export { mediaKindOf } from './render/media-type.ts'
export { createPostback, parsePostback } from './render/postback.ts'
export { type ChannelMessage, type RenderOptions, type RenderResult, render } from './render/render.ts'
export type { Affordance, Loss, LossCode } from './render/render-context.ts'
export { parseMarkdown } from './text/markdown.ts'
export type { TextRun } from './text/runs.ts'
export { measureSms, type SmsSize } from './text/sms.ts'
export {
  BubbleView,
  type CardView,
  type ChipView,
  type ListRowView,
  listTaps,
  type MediaView,
  type PlaceView,
  RenderedBubble,
  RenderedMessage,
  type TimeSlotView,
} from './view/bubble-view.ts'
export { createMediaView } from './view/to-view.ts'
export { readWebchatPayload, type WebchatPayload, type WithPostbacks } from './wire/webchat.ts'
export { createTemplatePayload } from './wire/whatsapp-template.ts'
