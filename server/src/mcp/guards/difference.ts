import { isDeepStrictEqual } from 'node:util'

type Entry = Record<string, unknown>
export type Change =
  | { section: string; added: string[]; removed: string[]; changed: string[] }
  | { section: string; before: unknown; after: unknown }

/** What an import would change, section by section; a list of things with ids by those. */
export function differences(before: unknown, after: unknown, sections: readonly string[]): Change[] {
  return sections.flatMap((section) => {
    const [was, will] = [valueAt(before, section), valueAt(after, section)]
    return isDeepStrictEqual(was, will) ? [] : [changeOf(section, was, will)]
  })
}

function changeOf(section: string, was: unknown, will: unknown): Change {
  const [old, now] = [byId(was ?? []), byId(will)]
  if (!old || !now) return { section, before: shortened(was), after: shortened(will) }
  return {
    section,
    added: [...now.keys()].filter((id) => !old.has(id)),
    removed: [...old.keys()].filter((id) => !now.has(id)),
    changed: [...now].filter(([id, entry]) => old.has(id) && !isDeepStrictEqual(old.get(id), entry)).map(([id]) => id),
  }
}

function byId(list: unknown): Map<string, Entry> | undefined {
  if (!Array.isArray(list)) return undefined
  const named = (list as Entry[]).map((entry) => [entry?.id ?? entry?.key ?? entry?.toolId, entry] as const)
  return named.every(([id]) => typeof id === 'string') ? new Map(named as [string, Entry][]) : undefined
}

const valueAt = (document: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Entry | undefined)?.[key], document)

const longest = 600

function shortened(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length <= longest ? (value ?? null) : `${text.slice(0, longest)}… (${text.length} characters)`
}
