import { type EmulatedChannel, emulatedChannels } from '@parley/amf/channels'
import { useNavigate, useSearch } from '@tanstack/react-router'

/** The selected persona, and the other channels shown next to it. */
export type EmulatorSearch = { persona?: string; beside?: EmulatedChannel[] }

export function readEmulatorSearch({ persona, beside }: Record<string, unknown>): EmulatorSearch {
  const channels = emulatedChannels.filter((channel) => Array.isArray(beside) && beside.includes(channel))
  return {
    ...(typeof persona === 'string' && { persona }),
    ...(channels.length > 0 && { beside: channels }),
  }
}

/** The emulator is a page of the console and a page of its own, so it does not name its route. */
export const useEmulatorSearch = (): EmulatorSearch => useSearch({ strict: false })

export function useSelectPersona(): (search: EmulatorSearch) => void {
  const navigate = useNavigate()
  return (search) => void navigate({ to: '.', search })
}
