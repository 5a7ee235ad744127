import { words } from '#words/test-case.ts'

const { checks } = words

/** The name of a check as its form has it, with what it is about: `textIncludes:Monday`. */
export function checkSaid(key: string): string {
  const [, name = key, item] = /^(\w+):(.*)$/s.exec(key) ?? []
  const said = checks.names[name]
  if (!said) return key
  return item ? checks.of(said, checks.parts[item] ?? item) : said
}
