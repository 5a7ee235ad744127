import type { Finding } from '@parley/findings'
import { everyIncrementally, type IncrementalTask, runToCompletion } from '@parley/findings'
import { assertWithinBounds } from './bounds.ts'
import { ChangeRejectedError } from './change-rejected.ts'
import { type AgentDefinition, type SectionName, sectionNames } from './definition.ts'
import { assertToolLimits } from './integration-tools.ts'
import { lintPlaybookFlow } from './lint/flows.ts'

import { assertHasDefault, assertOwnersMatch, createInvalidFlowError } from './playbooks/edits.ts'

import { assertReferences, type DefinitionEnvironment, findBrokenReferences } from './references/integrity.ts'
import { isSameValue } from './same-value.ts'

export type DefinitionEdit = (definition: AgentDefinition) => AgentDefinition
export type AppliedChange = { definition: AgentDefinition; changed: SectionName[] }

/**
 * The single path of every write, whatever the route: applies the edit, updates what depends on it, and rejects broken
 * results. It does not know the kind of write, so that none can enforce less than another.
 */
export function applyChange(
  before: AgentDefinition,
  edit: DefinitionEdit,
  outside: DefinitionEnvironment,
): AppliedChange {
  return runToCompletion(applyChangeIncrementally(before, edit, outside))
}

/** Like `applyChange`, but in steps, because a section may contain megabytes. */
export function* applyChangeIncrementally(
  before: AgentDefinition,
  edit: DefinitionEdit,
  outside: DefinitionEnvironment,
): IncrementalTask<AppliedChange> {
  const after = removeOrphanedPlaybooks(before, edit(before))
  const changed: SectionName[] = []
  for (const name of sectionNames) if (!(yield* sameSection(before[name], after[name]))) changed.push(name)
  if (changed.length === 0) return { definition: before, changed }
  const definition = reuseUnchangedSections(before, after, changed)
  yield* assertWithinBounds(before, definition)
  assertReferences(yield* findBrokenReferences(before, definition, outside))
  assertExternalsValid(before, definition, outside)
  if (changed.includes('integrations')) assertToolLimits(definition)
  if (changed.includes('playbooks') || changed.includes('outreaches')) assertOwnersMatch(definition)
  if (changed.includes('playbooks')) {
    assertHasDefault(definition.playbooks)
    assertFlowsValid(before, definition)
  }
  return { definition, changed }
}

function* sameSection(before: unknown, after: unknown): IncrementalTask<boolean> {
  if (before === after) return true
  if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length)
    return isSameValue(before, after)
  return yield* everyIncrementally(before, (item, index) => isSameValue(item, after[index]))
}

/** A playbook owned by an Outreach is deleted together with it. */
function removeOrphanedPlaybooks(before: AgentDefinition, after: AgentDefinition): AgentDefinition {
  if (before.outreaches === after.outreaches) return after
  const left = new Set(after.outreaches.map(({ id }) => id))
  const removedIds = new Set(before.outreaches.map(({ id }) => id).filter((id) => !left.has(id)))
  if (removedIds.size === 0) return after
  const stays = ({ outreachId }: { outreachId?: string | undefined }) =>
    outreachId === undefined || !removedIds.has(outreachId)
  return { ...after, playbooks: after.playbooks.filter(stays) }
}

/** Keeps the same object for sections with equal content, so that values cached for it stay valid. */
function reuseUnchangedSections(
  before: AgentDefinition,
  after: AgentDefinition,
  changed: SectionName[],
): AgentDefinition {
  const merged = { ...after } as Record<SectionName, unknown>
  for (const name of sectionNames) if (!changed.includes(name)) merged[name] = before[name]
  return merged as AgentDefinition
}

/** The environment validates tool configurations and integration schemas, but only those that this write changed. */
function assertExternalsValid(before: AgentDefinition, after: AgentDefinition, outside: DefinitionEnvironment): void {
  const untouched = new Set<unknown>(before.integrations)
  const configs = new Map(before.toolBindings.map(({ toolId, config }) => [toolId, config]))
  const bindings = after.toolBindings.flatMap((binding, index) =>
    isSameValue(configs.get(binding.toolId), binding.config)
      ? []
      : outside.bindingFaults(binding).map((fault) => ({ ...fault, field: `toolBindings[${index}].${fault.field}` })),
  )
  const schemas = after.integrations.flatMap((integration, index) => {
    if (integration.kind !== undefined) return []
    const message = untouched.has(integration) ? undefined : outside.schemaFault(integration.parameters ?? {})
    return message === undefined ? [] : [{ field: `integrations.custom[${index}].parameters`, message }]
  })
  const errors = [...bindings, ...schemas]
  if (errors.length > 0) throw new ChangeRejectedError('request.invalid', { errors })
}

/** Checks only the playbooks that this write changed; problems in the agent's other playbooks block no write. */
function assertFlowsValid(before: AgentDefinition, after: AgentDefinition): void {
  const untouched = new Set<unknown>(before.playbooks)
  const findings = after.playbooks.flatMap((playbook, index): Finding[] =>
    untouched.has(playbook) ? [] : lintPlaybookFlow(after, playbook, index),
  )
  const errors = findings.filter(({ severity, code }) => severity === 'error' && code.startsWith('flow.'))
  if (errors.length > 0) throw createInvalidFlowError(errors)
}
