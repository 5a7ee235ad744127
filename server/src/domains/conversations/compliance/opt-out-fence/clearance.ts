/**
 * A hand-over relies on an earlier read of the STOP list: its clearance, which is valid for a moment only. The process
 * that receives a STOP waits until all clearances have expired, so that no statement is needed between the read and the
 * wire. All times here come from the process's monotonic clock (`performance.now()`): a wall clock that jumps, or a
 * process that is suspended, changes nothing.
 */

/** A hand-over begins so soon after the STOP list was read for it, or the list is read again. */
export const clearanceMilliseconds = 1_000

/** From the check to the system call that writes, and what the clocks of two machines count differently in a second. */
const marginMilliseconds = 250

/** Once so long has passed since the STOP was committed, nothing begins any more on what was read before it. */
export const stopWaitMilliseconds = clearanceMilliseconds + marginMilliseconds

/** A process that hands over says so this often. */
export const heartbeatMilliseconds = 2_000

/** Clearances count only where one beat follows the other so soon, and is answered so soon. */
export const maxHeartbeatGapMilliseconds = 6_000

/**
 * By the database's clock: a process whose last beat is older hands nothing over. Two gaps and a clearance are 13 seconds;
 * a clearance that counts is never older than those.
 */
export const dispatcherTimeoutSeconds = 20

/** How far other processes know that this one hands over: without a gap since `since`, the last beat sent at `beatAt`. */
export type DispatcherPresence = { since: number; beatAt: number }

export const noPresence: DispatcherPresence = { since: Number.POSITIVE_INFINITY, beatAt: Number.NEGATIVE_INFINITY }

export type Heartbeat = { sentAt: number; answeredAt: number }

/** After a gap, only what is read after the beat counts: a STOP may have found nobody here in between. */
export function applyHeartbeat(presence: DispatcherPresence, { sentAt, answeredAt }: Heartbeat): DispatcherPresence {
  const isGap =
    sentAt - presence.beatAt > maxHeartbeatGapMilliseconds || answeredAt - sentAt > maxHeartbeatGapMilliseconds
  return { since: isGap ? answeredAt : presence.since, beatAt: sentAt }
}

/** Whether a STOP that is committed after `readAt` is sure to find this process. */
export const isPresent = ({ since, beatAt }: DispatcherPresence, readAt: number): boolean =>
  readAt >= since && readAt - beatAt < maxHeartbeatGapMilliseconds

export type Clearance = {
  /** When the read of the STOP list was sent. */
  readAt: number
  now: number
  presence: DispatcherPresence
  /** When this process last took a STOP of that person. */
  stoppedAt?: number
}

/** Whether a hand-over may begin now. */
export function isClear({ readAt, now, presence, stoppedAt = Number.NEGATIVE_INFINITY }: Clearance): boolean {
  return now - readAt < clearanceMilliseconds && stoppedAt < readAt && isPresent(presence, readAt)
}
