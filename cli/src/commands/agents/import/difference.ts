import {
  type AgentDefinition,
  exportDocument,
  importSections,
  newDefinition,
  printYaml,
  Refused,
  readDocument,
  sectionsOf,
} from '@parley/definition'
import { structuredPatch } from 'diff'
import { misused } from '../../../exit.ts'
import { plain } from '../../../text/plain.ts'

/** A section of an agent that an import would change, and how: lines of a unified diff of its YAML. */
export type Difference = { section: string; added: number; removed: number; lines: string[] }

const contextLines = 3

/** What would be different if the document were imported over what was exported. */
export function differencesOf(exported: unknown, document: unknown, now: string): Difference[] {
  const given = { now, places: new Map() }
  const before = refusing('What the agent is now is beyond this command line', () =>
    importSections(newDefinition(''), readDocument(exported), given),
  )
  const read = refusing(unfit, () => readDocument(document))
  const after = refusing(unfit, () => importSections(before, read, given))
  return sectionsOf(read).applied.flatMap((section) => {
    const one = differenceAt(section, before, after)
    return one ? [one] : []
  })
}

const unfit = 'The document cannot be imported'

/** What Parley would not take is told before it is asked. */
function refusing<T>(what: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const faults = (error.told.errors ?? []).map(({ field, message }) => `\n  ${plain(field)} ${plain(message)}`)
    throw misused(`${what}: ${plain(error.told.detail ?? 'it is not valid')}${faults.join('')}`)
  }
}

function differenceAt(section: string, before: AgentDefinition, after: AgentDefinition): Difference | undefined {
  const [old, now] = [before, after].map((definition) => printYaml(valueAt(exportDocument(definition), section)))
  if (old === undefined || now === undefined || old === now) return undefined
  const { hunks } = structuredPatch(section, section, old, now, '', '', { context: contextLines })
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: changed }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...changed,
  ])
  const counted = (sign: string) => lines.filter((line) => line.startsWith(sign)).length
  return { section, added: counted('+'), removed: counted('-'), lines }
}

const valueAt = (document: unknown, section: string): unknown =>
  section.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document)
