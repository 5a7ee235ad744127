import type { Finding } from '@parley/findings'
import type { AgentDefinition } from '../definition.ts'
import { readDocument } from '../portable/document.ts'
import { importSections } from '../portable/import.ts'
import { Refused } from '../refusal.ts'
import { type LintSurroundings, lintDefinition } from './lint.ts'

/** What an import of a document would leave behind, linted; a document that cannot be read is told by its faults. */
export function lintDocument(
  stored: AgentDefinition,
  value: unknown,
  around: LintSurroundings & { now: string },
): Finding[] {
  try {
    const definition = importSections(stored, readDocument(value), { now: around.now, places: new Map() })
    return lintDefinition(definition, around)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { errors = [] } = error.told
    return errors.map(({ field, message, code = error.code }) => ({ severity: 'error', code, path: field, message }))
  }
}
