import { type EmulatedChannel, emulatedChannels } from '@parley/amf/channels'

/** The selected persona, and the other channels shown next to it. */
export type EmulatorSearch = { persona?: string; beside?: EmulatedChannel[] }

export function readEmulatorSearch({ persona, beside }: Record<string, unknown>): EmulatorSearch {
  const channels = emulatedChannels.filter((channel) => Array.isArray(beside) && beside.includes(channel))
  return {
    ...(typeof persona === 'string' && { persona }),
    ...(channels.length > 0 && { beside: channels }),
  }
}
