/** What a provider sends back when something is tapped or picked: short enough for all of them, whatever ids the agent chose. */
const postbackMark = 'amf'

export function createPostback(messageId: string, tap: number): string {
  return `${postbackMark}|${messageId}|${tap}`
}

/** Reads what a provider sent back; undefined when it is not ours. */
export function parsePostback(data: string): { messageId: string; tap: number } | undefined {
  const [mark, ...rest] = data.split('|')
  const tap = rest.pop()
  if (mark !== postbackMark || !tap || !/^\d{1,6}$/.test(tap) || rest.length === 0) return undefined
  return { messageId: rest.join('|'), tap: Number(tap) }
}
