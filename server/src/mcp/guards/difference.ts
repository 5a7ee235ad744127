import { isDeepStrictEqual } from 'node:util'

type SectionEntry = Record<string, unknown>
export type SectionChange =
  | { section: string; added: string[]; removed: string[]; changed: string[] }
  | { section: string; before: unknown; after: unknown }

/** What an import would change, section by section; a list of things with ids by those. */
export function diffSections(before: unknown, after: unknown, sections: readonly string[]): SectionChange[] {
  return sections.flatMap((section) => {
    const [was, will] = [valueAt(before, section), valueAt(after, section)]
    return isDeepStrictEqual(was, will) ? [] : [diffSection(section, was, will)]
  })
}

function diffSection(section: string, was: unknown, will: unknown): SectionChange {
  const [old, now] = [indexById(was ?? []), indexById(will)]
  if (!old || !now) return { section, before: truncateValue(was), after: truncateValue(will) }
  return {
    section,
    added: [...now.keys()].filter((id) => !old.has(id)),
    removed: [...old.keys()].filter((id) => !now.has(id)),
    changed: [...now].filter(([id, entry]) => old.has(id) && !isDeepStrictEqual(old.get(id), entry)).map(([id]) => id),
  }
}

function indexById(list: unknown): Map<string, SectionEntry> | undefined {
  if (!Array.isArray(list)) return undefined
  const named = (list as SectionEntry[]).map((entry) => [entry?.id ?? entry?.key ?? entry?.toolId, entry] as const)
  return named.every(([id]) => typeof id === 'string') ? new Map(named as [string, SectionEntry][]) : undefined
}

const valueAt = (document: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as SectionEntry | undefined)?.[key], document)

const maxValueLength = 600

function truncateValue(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length <= maxValueLength
    ? (value ?? null)
    : `${text.slice(0, maxValueLength)}… (${text.length} characters)`
}
