/** A channel and, if the person wrote in a thread, that thread, so that the reply appears in it. */
export type SlackThread = { channel: string; threadTs?: string }

export function formatSlackConversationId({ channel, threadTs }: SlackThread): string {
  return threadTs ? `${channel}/${threadTs}` : channel
}

export function parseSlackConversationId(conversationId: string): SlackThread {
  const [channel = '', threadTs] = conversationId.split('/')
  return threadTs ? { channel, threadTs } : { channel }
}

/** Slack identifies a message by its timestamp, which is unique only within the channel. */
export function formatSlackMessageId(channel: string, ts: string): string {
  return `${channel}/${ts}`
}

/** Parses Slack's seconds: `1794744000.000100`. */
export function parseSlackTime(ts: string): Date | undefined {
  return /^\d{9,10}(\.\d{1,6})?$/.test(ts) ? new Date(Number(ts) * 1000) : undefined
}
