import { listenToChannel } from '../db/listen.ts'
import type { WorkLog } from './log.ts'
import { nudgeChannel, parseNudge } from './notifications.ts'

type NudgeListenerOptions = {
  /** Asked before each connect: the database may have moved. */
  url(): string
  log: WorkLog
  onKind(kind: string): void
  /** After each connect: whatever was said before has not been heard. */
  onConnect(): void
}

/** Hears nudges; where it cannot, polling serves. */
export const listenForNudges = ({ url, log, onKind, onConnect }: NudgeListenerOptions): { close(): Promise<void> } =>
  listenToChannel({
    databaseUrl: url,
    channel: nudgeChannel,
    onPayload: (payload) => parseNudge(payload).forEach(onKind),
    onConnect,
    onLost: () => {},
    onFailure: (error) => log.warn({ err: error }, 'cannot listen for nudges; polling serves'),
  })
