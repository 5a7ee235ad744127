import type { Finding } from '@parley/findings'
import type { AgentDefinition } from '../definition.ts'
import { refuseWithoutDefault } from '../playbooks/default-playbook.ts'
import { refuseStrayOwners } from '../playbooks/owned-playbooks.ts'
import { readDocument } from '../portable/document.ts'
import { importSections } from '../portable/import.ts'
import { Refused } from '../refusal.ts'
import { type LintSurroundings, lintDefinition } from './lint.ts'

/** What an import of a document would leave behind, linted; what the import would refuse is told as errors. */
export function lintDocument(
  stored: AgentDefinition,
  value: unknown,
  around: LintSurroundings & { now: string },
): Finding[] {
  let definition: AgentDefinition
  try {
    definition = importSections(stored, readDocument(value), { now: around.now, places: new Map() })
  } catch (error) {
    return faultsOf(error)
  }
  return [
    ...faultsIn(() => refuseWithoutDefault(definition.playbooks)),
    ...faultsIn(() => refuseStrayOwners(definition)),
    ...lintDefinition(definition, around),
  ]
}

function faultsIn(act: () => void): Finding[] {
  try {
    act()
    return []
  } catch (error) {
    return faultsOf(error)
  }
}

function faultsOf(error: unknown): Finding[] {
  if (!(error instanceof Refused)) throw error
  const { detail = 'is not possible', errors = [{ field: 'playbooks', message: detail }] } = error.told
  return errors.map(({ field, message, code = error.code }) => ({ severity: 'error', code, path: field, message }))
}
