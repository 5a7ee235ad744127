import type { FieldError } from '@parley/findings'
import { filterIncrementally, type IncrementalTask, mapIncrementally, runToCompletion } from '@parley/findings'
import { ChangeRejectedError } from '../change-rejected.ts'
import type { AgentDefinition } from '../definition.ts'
import type { ToolBinding } from '../tool-bindings.ts'
import { listReferences, listReferencesIncrementally } from './graph.ts'
import { capabilities, createReferenceError, type DefinitionReference, describeTarget, hasTarget } from './reference.ts'

/** Data and checks outside a definition that the definition depends on. */
export type DefinitionEnvironment = {
  knowsTool(toolId: string): boolean
  /** Returns the errors in a tool's config; fields such as `toolId` or `config.url`. */
  bindingFaults(binding: ToolBinding): FieldError[]
  /** Returns why a JSON Schema cannot be used. */
  schemaFault(schema: object): string | undefined
}

/** References that are broken in the new document but were not in the old one. */
export type BrokenReferences = {
  /** The target existed before: this write removes it. */
  lost: DefinitionReference[]
  /** The target never existed; only for ids that must exist. */
  unknown: DefinitionReference[]
}

export function* findBrokenReferences(
  before: AgentDefinition,
  after: AgentDefinition,
  outside: DefinitionEnvironment,
): IncrementalTask<BrokenReferences> {
  const loose = new Set(yield* mapIncrementally(yield* findDanglingIncrementally(before, outside), ({ key }) => key))
  const broken = yield* filterIncrementally(
    yield* findDanglingIncrementally(after, outside),
    ({ key }) => !loose.has(key),
  )
  const lost = yield* filterIncrementally(broken, ({ to, id }) => hasTarget(before, to, id) === true)
  const unknown = yield* filterIncrementally(
    broken,
    ({ to, id, mustExist }) => mustExist && hasTarget(before, to, id) !== true,
  )
  return { lost: lost.length > 0 ? toStoredPaths(lost, before) : lost, unknown }
}

/** Reports unwritten items by their path in the stored document, which is the one the reader can see. */
function toStoredPaths(lost: DefinitionReference[], before: AgentDefinition): DefinitionReference[] {
  const stored = new Map(listReferences(before).map((reference) => [reference.place, reference]))
  return lost.map((reference) => stored.get(reference.place) ?? reference)
}

export function findDanglingReferences(
  definition: AgentDefinition,
  outside: DefinitionEnvironment,
): DefinitionReference[] {
  return runToCompletion(findDanglingIncrementally(definition, outside))
}

function* findDanglingIncrementally(
  definition: AgentDefinition,
  outside: DefinitionEnvironment,
): IncrementalTask<DefinitionReference[]> {
  return yield* filterIncrementally(yield* listReferencesIncrementally(definition), ({ to, id }) => {
    if (to === 'tool') return !outside.knowsTool(id)
    return hasTarget(definition, to, id) === false
  })
}

/** Rejects a write, by any route, that leaves a reference to something missing. */
export function assertReferences({ lost, unknown }: BrokenReferences): void {
  if (lost.length > 0) throw createIntegrityConflict(lost)
  const goals = unknown.filter(({ to }) => to === 'goal')
  if (goals.length > 0) throw new ChangeRejectedError('goal.unknown', describeUnknownReferences(goals))
  const uses = unknown.filter(({ code }) => code === 'playbook.uses.unknown')
  if (uses.length > 0) throw createUnknownUsesError(uses)
  // The flow lint reports missing references together with all other problems of the flow.
  const others = unknown.filter(({ code }) => !code.startsWith('flow.'))
  if (others.length > 0) throw new ChangeRejectedError('request.invalid', describeUnknownReferences(others))
}

/** A list of Things can name two hundred thousand missing collections; the first hundred are enough. */
const maxReported = 100

export function createIntegrityConflict(
  lost: readonly DefinitionReference[],
  fate = 'would be deleted',
): ChangeRejectedError {
  const users = [...new Set(lost.map((reference) => `${reference.user} refers to ${describeTarget(reference)}`))]
  const more = users.length > 3 ? `, and ${users.length - 3} more` : ''
  return new ChangeRejectedError('agent.integrity_conflict', {
    detail: `${capitalize(users.slice(0, 3).join('; '))}${more}.`,
    errors: lost
      .slice(0, maxReported)
      .map((reference) => createReferenceError(reference, `refers to ${describeTarget(reference)}, which ${fate}`)),
  })
}

function describeUnknownReferences(unknown: DefinitionReference[]) {
  const errors = unknown
    .slice(0, maxReported)
    .map((reference) => createReferenceError(reference, `refers to ${describeTarget(reference)}, which does not exist`))
  const [first] = errors
  return { detail: first && `${first.field} ${first.message}`, errors }
}

function createUnknownUsesError(uses: DefinitionReference[]): ChangeRejectedError {
  const ids = uses.map(({ to, id }) => (to === 'integration' ? `integration:${id}` : id))
  const vocabulary = [...capabilities, 'integration:<id>'].join(', ')
  const title = `Unknown capability in uses: ${[...new Set(ids)].slice(0, 20).join(', ')}. Known capabilities: ${vocabulary}`
  return new ChangeRejectedError('agent.playbook.uses_unknown', { ...describeUnknownReferences(uses), title })
}

const capitalize = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)

/** A restored document must not name media that were deleted since; what live names already blocks nothing. */
export function assertMediaExist(
  before: AgentDefinition,
  restored: AgentDefinition,
  mediaIds: ReadonlySet<string>,
): void {
  const named = new Set(listReferences(before).flatMap(({ to, id }) => (to === 'media' ? [id] : [])))
  const lost = listReferences(restored).filter(({ to, id }) => to === 'media' && !mediaIds.has(id) && !named.has(id))
  if (lost.length > 0) throw createIntegrityConflict(lost, 'was deleted')
}
