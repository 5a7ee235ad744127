/** A channel, and the thread in it where somebody wrote in one: an answer stands beside what it answers. */
export type SlackThread = { channel: string; threadTs?: string }

export function formatSlackConversationId({ channel, threadTs }: SlackThread): string {
  return threadTs ? `${channel}/${threadTs}` : channel
}

export function parseSlackConversationId(conversationId: string): SlackThread {
  const [channel = '', threadTs] = conversationId.split('/')
  return threadTs ? { channel, threadTs } : { channel }
}

/** Slack names a message by its time, which is its own only within the channel. */
export function formatSlackMessageId(channel: string, ts: string): string {
  return `${channel}/${ts}`
}

/** Seconds, as Slack writes them: `1794744000.000100`. */
export function parseSlackTime(ts: string): Date | undefined {
  return /^\d{9,10}(\.\d{1,6})?$/.test(ts) ? new Date(Number(ts) * 1000) : undefined
}
