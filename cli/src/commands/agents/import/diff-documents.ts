import {
  type AgentDefinition,
  ChangeRejectedError,
  createDefinition,
  exportDocument,
  importSections,
  listImportSections,
  parseImportDocument,
  printYaml,
} from '@parley/definition'
import { structuredPatch } from 'diff'
import { usageError } from '../../../exit.ts'
import { toPrintable } from '../../../text/printable.ts'

/** A section of an agent that an import would change, with the lines of a unified diff of its YAML. */
export type Difference = { section: string; added: number; removed: number; lines: string[] }

const contextLines = 3

/** Compares an exported agent with the document that would be imported over it. */
export function diffDocuments(exported: unknown, document: unknown, now: string): Difference[] {
  const context = { now, places: new Map() }
  const before = rethrowAsUsage("This command cannot represent the agent's current configuration", () =>
    importSections(createDefinition(''), parseImportDocument(exported), context),
  )
  const read = rethrowAsUsage(invalidDocument, () => parseImportDocument(document))
  const after = rethrowAsUsage(invalidDocument, () => importSections(before, read, context))
  return listImportSections(read).applied.flatMap((section) => {
    const one = diffSection(section, before, after)
    return one ? [one] : []
  })
}

const invalidDocument = 'The document cannot be imported'

/** Reports a document that Parley would reject before any request is sent. */
function rethrowAsUsage<T>(what: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof ChangeRejectedError)) throw error
    const faults = (error.details.errors ?? []).map(
      ({ field, message }) => `\n  ${toPrintable(field)} ${toPrintable(message)}`,
    )
    throw usageError(`${what}: ${toPrintable(error.details.detail ?? 'it is not valid')}${faults.join('')}`)
  }
}

function diffSection(section: string, before: AgentDefinition, after: AgentDefinition): Difference | undefined {
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
