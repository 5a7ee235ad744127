import { listenTo } from '../db/listen.ts'
import type { WorkLog } from './log.ts'
import { kindsOfNudge, nudgeChannel } from './nudges.ts'

type Listening = {
  /** Asked before each connect: the database may have moved. */
  url(): string
  log: WorkLog
  onKind(kind: string): void
  /** After each connect: whatever was said before has not been heard. */
  onConnect(): void
}

/** Hears nudges; where it cannot, polling serves. */
export const listen = ({ url, log, onKind, onConnect }: Listening): { close(): Promise<void> } =>
  listenTo({
    databaseUrl: url,
    channel: nudgeChannel,
    onPayload: (payload) => kindsOfNudge(payload).forEach(onKind),
    onConnect,
    onLost: () => {},
    onFailure: (error) => log.warn({ err: error }, 'cannot listen for nudges; polling serves'),
  })
