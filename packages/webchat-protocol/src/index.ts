export {
  type ClientFrame,
  clientFrameLimits,
  readClientFrame,
  uploadTypes,
  type VisitorContent,
  type VisitorMessage,
} from './client-frame.ts'
export {
  type ChatEntry,
  closeCodes,
  type EntryView,
  type FrameRefusal,
  readServerFrame,
  type ServerFrame,
  type WidgetTheme,
} from './server-frame.ts'
