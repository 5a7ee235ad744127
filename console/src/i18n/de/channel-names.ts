import { channelNames as englishNames } from '@parley/amf/channels'

export const channelNames: typeof englishNames = { ...englishNames, webchat: 'Webchat', aiChatE: 'KI-Assistent' }

/** Falls back to the id, for a channel of a newer version. */
export const channelName = (channel: string): string => (channelNames as Record<string, string>)[channel] ?? channel
