import { type SectionName, sectionPaths } from '@parley/definition'

/**
 * How a route formats the paths of its errors. An import uses paths of the whole document; a section, paths under the
 * key of its body (`things[1].id`); an item, the names of its own fields.
 */
export type PathStyle = 'document' | 'section' | 'item'

const bodyKeys: Partial<Record<SectionName, string>> = {
  things: 'things',
  collections: 'collections',
  facts: 'facts',
  peopleFields: 'fields',
  scheduling: 'scheduling',
  notifications: 'notifications',
}
const prefixes = Object.entries(bodyKeys).map(
  ([name, key]) => [sectionPaths[name as SectionName].join('.'), key] as const,
)

export function formatPath(path: string, style: PathStyle): string {
  if (style === 'document') return path
  if (style === 'item')
    return path.replace(/^integrations\.custom\[\d+\]/, 'integration').replace(/^[A-Za-z.]+\[\d+\]\./, '')
  if (path.startsWith('goals.')) return path.slice('goals.'.length)
  const known = prefixes.find(([prefix]) => path.startsWith(prefix))
  return known ? known[1] + path.slice(known[0].length) : path
}
