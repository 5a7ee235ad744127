import { channelNames } from '@parley/amf/channels'

export { channelNames }

/** Falls back to the id, for a channel of a newer version. */
export const channelName = (channel: string): string => (channelNames as Record<string, string>)[channel] ?? channel
