/** Content events with less idle time than this between them belong to one session. */
const idleMilliseconds = 30 * 60_000

/** How far `last_content_at` may lag behind the agent's own messages, which update it only about once a minute. */
const lagMilliseconds = 2 * 60_000

export function isSessionLive(lastContentAt: Date, now: Date): boolean {
  return now.getTime() - lastContentAt.getTime() < idleMilliseconds
}

/** Whether the session can only be determined from the agent's last message. */
export function isSessionUncertain(sessionAt: Date, now: Date): boolean {
  return !isSessionLive(sessionAt, now) && now.getTime() - sessionAt.getTime() < idleMilliseconds + lagMilliseconds
}

/** If the last content event recorded on the conversation is later than this, its session is live. */
export function liveSince(now: Date): Date {
  return new Date(now.getTime() - idleMilliseconds)
}

/** If the last content event recorded on the conversation is older than this, its session is certainly over. */
export function certainlyEndedSince(now: Date): Date {
  return new Date(now.getTime() - idleMilliseconds - lagMilliseconds)
}
