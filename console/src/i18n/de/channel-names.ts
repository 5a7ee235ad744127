import { channelNames as englishNames } from '@parley/amf/channels'

export const channelNames: typeof englishNames = { ...englishNames, webchat: 'Webchat', aiChatE: 'KI-Assistent' }
