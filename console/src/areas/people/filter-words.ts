import { channelName } from '#words/channel-names.ts'
import { words } from '#words/people.ts'
import { representativeName } from './reads.ts'
import { customPrefix, isCustom } from './search.ts'

type Known = {
  fields: readonly { key: string; label?: string }[]
  representatives: Parameters<typeof representativeName>[0]
}

export function filterLabel(name: string, { fields }: Pick<Known, 'fields'>): string {
  if (!isCustom(name)) return words.filter.names[name] ?? name
  const key = name.slice(customPrefix.length)
  return fields.find((field) => field.key === key)?.label ?? key
}

const own = (from: object, value: string): string =>
  Object.hasOwn(from, value) ? ((from as Record<string, string>)[value] ?? value) : value

export function valueLabel(name: string, value: string, { representatives }: Pick<Known, 'representatives'>): string {
  if (name === 'status') return own(words.statuses, value)
  if (name === 'consent') return own(words.consentWords, value)
  if (name === 'channel') return channelName(value)
  return name === 'assignedRepresentativeId' ? representativeName(representatives, value) : value
}
