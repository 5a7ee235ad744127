export {
  type ClientFrame,
  clientFrameLimits,
  readClientFrame,
  type VisitorContent,
  type VisitorMessage,
} from './client-frame.ts'
export type { AgentEntryContent, ChatEntry, EntryContent, WidgetTheme } from './entry.ts'
export { readPayload } from './payload.ts'
export { closeCodes, type FrameRefusal, readServerFrame, type ServerFrame } from './server-frame.ts'
