/** Document 3: content events with less idle time than this between them are one session. */
const idleMilliseconds = 30 * 60_000

/** How far `session_at` may be behind the agent's own messages, which move it about once a minute only. */
const lagMilliseconds = 2 * 60_000

export function isSessionLive(lastContentAt: Date, now: Date): boolean {
  return now.getTime() - lastContentAt.getTime() < idleMilliseconds
}

/** Whether only the agent's last message itself can tell. */
export function isSessionUncertain(sessionAt: Date, now: Date): boolean {
  return !isSessionLive(sessionAt, now) && now.getTime() - sessionAt.getTime() < idleMilliseconds + lagMilliseconds
}

/** Where the last content event that a conversation shows is younger, its session goes on. */
export function liveSince(now: Date): Date {
  return new Date(now.getTime() - idleMilliseconds)
}

/** Where the last content event that a conversation shows is as old, nothing can go on any more. */
export function certainlyEndedSince(now: Date): Date {
  return new Date(now.getTime() - idleMilliseconds - lagMilliseconds)
}
