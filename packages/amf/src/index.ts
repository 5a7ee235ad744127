export { type AgentContent, type Compiled, type CompileOptions, compile, type Note } from './aml/compile.ts'
export { type Printed, printAml } from './aml/print.ts'
export { type Reference, referencesIn } from './aml/references.ts'
export { createAmlStream, type StreamItem } from './aml/stream.ts'
export type { Answer, OpenIntent, OpenOption } from './answers/intent.ts'
export { matchAnswer } from './answers/match.ts'
export * from './model/channels.ts'
export * from './model/chip.ts'
export * from './model/message.ts'
export * from './model/parts.ts'
export * from './model/values.ts'
export { type Capabilities, capabilitiesOf } from './profiles/capabilities.ts'
export { profileOf } from './profiles/index.ts'
export type { Profile } from './profiles/profile.ts'
export {
  postbackOf,
  type Rendered,
  type RenderOptions,
  readPostback,
  render,
  type ShownMessage,
} from './render/render.ts'
export type { Affordance, Loss, LossCode } from './render/scene.ts'
export { parseMarkdown } from './text/markdown.ts'
export type { Run } from './text/runs.ts'
export { type SmsSize, smsSize } from './text/sms.ts'
