/**
 * A dispatch relies on an earlier read of the STOP list, its clearance, which is valid only for a moment. The process
 * that receives a STOP waits until all clearances have expired, so that no statement is needed between the read and the
 * wire. All times here come from the process's monotonic clock (`performance.now()`): a wall clock that jumps or a
 * suspended process does no harm.
 */

/** A dispatch must start this soon after its read of the STOP list; otherwise the list is read again. */
export const clearanceMilliseconds = 1_000

/**
 * Covers the time from the check to the system call that writes, and the drift between two machines' clocks in a
 * second.
 */
const marginMilliseconds = 250

/** This long after a STOP is committed, no dispatch can start on an earlier read. */
export const stopWaitMilliseconds = clearanceMilliseconds + marginMilliseconds

/** How often a process that dispatches writes its heartbeat. */
export const heartbeatMilliseconds = 2_000

/** Clearances count only if heartbeats follow one another within this time and each is answered within it. */
export const maxHeartbeatGapMilliseconds = 6_000

/**
 * By the database's clock: a process whose last heartbeat is older dispatches nothing. Two gaps and a clearance are 13
 * seconds; a valid clearance is never older than that.
 */
export const dispatcherTimeoutSeconds = 20

/**
 * How far other processes know that this one dispatches: without a gap since `since`, with the last heartbeat sent at
 * `beatAt`.
 */
export type DispatcherPresence = { since: number; beatAt: number }

export const noPresence: DispatcherPresence = { since: Number.POSITIVE_INFINITY, beatAt: Number.NEGATIVE_INFINITY }

export type Heartbeat = { sentAt: number; answeredAt: number }

/** After a gap, only reads after the heartbeat count: a STOP may have missed this process in between. */
export function applyHeartbeat(presence: DispatcherPresence, { sentAt, answeredAt }: Heartbeat): DispatcherPresence {
  const isGap =
    sentAt - presence.beatAt > maxHeartbeatGapMilliseconds || answeredAt - sentAt > maxHeartbeatGapMilliseconds
  return { since: isGap ? answeredAt : presence.since, beatAt: sentAt }
}

/** Whether a STOP committed after `readAt` is sure to see this process. */
export const isPresent = ({ since, beatAt }: DispatcherPresence, readAt: number): boolean =>
  readAt >= since && readAt - beatAt < maxHeartbeatGapMilliseconds

export type Clearance = {
  /** When the read of the STOP list was sent. */
  readAt: number
  now: number
  presence: DispatcherPresence
  /** When this process last received a STOP from that person. */
  stoppedAt?: number
}

/** Whether a dispatch may start now. */
export function isClear({ readAt, now, presence, stoppedAt = Number.NEGATIVE_INFINITY }: Clearance): boolean {
  return now - readAt < clearanceMilliseconds && stoppedAt < readAt && isPresent(presence, readAt)
}
