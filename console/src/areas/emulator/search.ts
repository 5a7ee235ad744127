import type { PersonaChannel } from './turns.ts'

export const personaChannels = [
  'rcs',
  'sms',
  'messengerA',
  'vendorMessages',
] as const satisfies readonly PersonaChannel[]

/** Who is played, and on which other channels beside. */
export type EmulatorSearch = { persona?: string; beside?: PersonaChannel[] }

export function emulatorSearch({ persona, beside }: Record<string, unknown>): EmulatorSearch {
  const channels = personaChannels.filter((channel) => Array.isArray(beside) && beside.includes(channel))
  return {
    ...(typeof persona === 'string' && { persona }),
    ...(channels.length > 0 && { beside: channels }),
  }
}
