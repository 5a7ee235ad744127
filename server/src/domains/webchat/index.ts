/** Public interface of the domain; other domains import only from here. */
export { createWebchatAdapter } from './adapter.ts'
export type { WebchatDeps } from './deps.ts'
export { type ChatNotifier, createChatNotifier } from './notifier.ts'
export { chatListener } from './person-listener.ts'
export { deleteOldVisitors } from './queries/visitors.ts'
export { serveWebchat } from './routes/index.ts'
export { buildBundle } from './widget/widget-files.ts'
