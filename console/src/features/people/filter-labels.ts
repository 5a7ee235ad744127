import { channelName } from '#i18n/channel-names.ts'
import { strings } from '#i18n/people.ts'
import { representativeName } from './people-fields.ts'
import { customPrefix, isCustomFilter } from './people-search.ts'

type FilterContext = {
  fields: readonly { key: string; label?: string }[]
  representatives: Parameters<typeof representativeName>[0]
}

export function filterLabel(name: string, { fields }: Pick<FilterContext, 'fields'>): string {
  if (!isCustomFilter(name)) return strings.filter.names[name] ?? name
  const key = name.slice(customPrefix.length)
  return fields.find((field) => field.key === key)?.label ?? key
}

const ownText = (from: object, value: string): string =>
  Object.hasOwn(from, value) ? ((from as Record<string, string>)[value] ?? value) : value

export function valueLabel(
  name: string,
  value: string,
  { representatives }: Pick<FilterContext, 'representatives'>,
): string {
  if (name === 'status') return ownText(strings.statuses, value)
  if (name === 'consent') return ownText(strings.consentWords, value)
  if (name === 'channel') return channelName(value)
  return name === 'assignedRepresentativeId' ? representativeName(representatives, value) : value
}
