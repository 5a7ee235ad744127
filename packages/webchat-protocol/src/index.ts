export {
  type ClientFrame,
  clientFrameLimits,
  readClientFrame,
  type VisitorContent,
  type VisitorMessage,
} from './client-frame.ts'
export type { ChatEntry, EntryView, WidgetTheme } from './entry.ts'
export { closeCodes, type FrameRefusal, readServerFrame, type ServerFrame } from './server-frame.ts'
