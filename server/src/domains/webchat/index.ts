/** The only door of the domain. */
export { webchatAdapter } from './adapter.ts'
export type { WebchatDeps } from './deps.ts'
export { type Lines, webchatLines } from './lines.ts'
export { personListener as chatListener } from './person-listener.ts'
export { forgetOldVisitors } from './queries/visitors.ts'
export { serveWebchat } from './routes/index.ts'
