import type { Finding } from '@parley/findings'
import { ChangeRejectedError } from '../change-rejected.ts'
import type { AgentDefinition } from '../definition.ts'
import { assertHasDefault, assertOwnersMatch } from '../playbooks/edits.ts'

import { parseImportDocument } from '../portable/document.ts'
import { importSections } from '../portable/export-import.ts'
import { type DefinitionLintContext, lintDefinition } from './lint.ts'

/**
 * Lints the definition that importing a document would produce; problems that would make the import fail are errors.
 */
export function lintDocument(
  stored: AgentDefinition,
  value: unknown,
  around: DefinitionLintContext & { now: string },
): Finding[] {
  let definition: AgentDefinition
  try {
    definition = importSections(stored, parseImportDocument(value), { now: around.now, places: new Map() })
  } catch (error) {
    return toErrorFindings(error)
  }
  return [
    ...collectFindings(() => assertHasDefault(definition.playbooks)),
    ...collectFindings(() => assertOwnersMatch(definition)),
    ...lintDefinition(definition, around),
  ]
}

function collectFindings(act: () => void): Finding[] {
  try {
    act()
    return []
  } catch (error) {
    return toErrorFindings(error)
  }
}

function toErrorFindings(error: unknown): Finding[] {
  if (!(error instanceof ChangeRejectedError)) throw error
  const { detail = 'is not possible', errors = [{ field: 'playbooks', message: detail }] } = error.details
  return errors.map(({ field, message, code = error.code }) => ({ severity: 'error', code, path: field, message }))
}
