import { strings } from '#i18n/test-case.ts'

const { checks } = strings

/** Formats the label of a check with its argument: `textIncludes:Monday`. */
export function formatCheckName(key: string): string {
  const [, name = key, item] = /^(\w+):(.*)$/s.exec(key) ?? []
  const label = checks.names[name]
  if (!label) return key
  return item ? checks.of(label, checks.parts[item] ?? item) : label
}
