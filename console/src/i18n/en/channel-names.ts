import { channelNames as english } from '@parley/amf/channels'
import { translated } from '../translated.ts'

export const channelNames = translated('channel-names', english)

/** Falls back to the id, for a channel of a newer version. */
export const channelName = (channel: string): string => (channelNames as Record<string, string>)[channel] ?? channel
