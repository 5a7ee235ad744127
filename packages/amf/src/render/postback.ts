/**
 * The payload that a provider returns on a tap or pick: short enough for every provider, whatever ids the agent chose.
 */
const postbackMark = 'amf'

export function createPostback(messageId: string, tap: number): string {
  return `${postbackMark}|${messageId}|${tap}`
}

/** Parses a returned payload; undefined when it is not ours. */
export function parsePostback(data: string): { messageId: string; tap: number } | undefined {
  const [mark, ...rest] = data.split('|')
  const tap = rest.pop()
  if (mark !== postbackMark || !tap || !/^\d{1,6}$/.test(tap) || rest.length === 0) return undefined
  return { messageId: rest.join('|'), tap: Number(tap) }
}
