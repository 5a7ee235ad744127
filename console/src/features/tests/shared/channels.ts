import { emulatedChannels } from '@parley/amf/channels'
import { strings } from '#i18n/tests.ts'

export const channelChoices = emulatedChannels.map((value) => ({
  value,
  label: strings.channels[value] ?? value,
}))

/** Options of a Select; a chosen item that no longer exists stays visible. */
export function toNamedOptions(items: readonly { id: string; name: string }[], chosen: string | undefined) {
  const choices = items.map(({ id, name }) => ({ value: id, label: name }))
  const isThere = !chosen || choices.some(({ value }) => value === chosen)
  return isThere ? choices : [...choices, { value: chosen, label: strings.deleted(chosen) }]
}
