export { type ClientFrame, limits, readClientFrame, type Said, type Say } from './client-frame.ts'
export type { Entry, Shown, ShownByAgent, Theme } from './entry.ts'
export { readPayload } from './payload.ts'
export { closings, type Refusal, readServerFrame, type ServerFrame } from './server-frame.ts'
