import type { FieldError } from '@parley/findings'
import { filterIncrementally, type IncrementalTask, mapIncrementally, runToCompletion } from '@parley/findings'
import { ChangeRejectedError } from '../change-rejected.ts'
import type { AgentDefinition } from '../definition.ts'
import type { ToolBinding } from '../tool-bindings.ts'
import { listReferences, listReferencesIncrementally } from './graph.ts'
import { type DefinitionReference, describeTarget, referenceError } from './reference.ts'
import { capabilities, hasTarget } from './targets.ts'

/** What lies outside a definition and can be named from inside it, or must be asked about it. */
export type DefinitionEnvironment = {
  knowsTool(toolId: string): boolean
  /** What is wrong with the config of a tool; fields such as `toolId` or `config.url`. */
  bindingFaults(binding: ToolBinding): FieldError[]
  /** Why a JSON Schema cannot be used. */
  schemaFault(schema: object): string | undefined
}

/** References that the new document leaves in the air, and the old one did not. */
export type BrokenReferences = {
  /** Their target was there before: this write takes it away. */
  lost: DefinitionReference[]
  /** Their target never was; only where an id must name something. */
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

/** What was not written is told by its path in the stored document: that is the one its reader can look at. */
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

/** Whatever the route: a write never leaves one part of the agent naming something that is not there. */
export function assertReferences({ lost, unknown }: BrokenReferences): void {
  if (lost.length > 0) throw createIntegrityConflict(lost)
  const goals = unknown.filter(({ to }) => to === 'goal')
  if (goals.length > 0) throw new ChangeRejectedError('goal.unknown', describeUnknownReferences(goals))
  const uses = unknown.filter(({ code }) => code === 'playbook.uses.unknown')
  if (uses.length > 0) throw createUnknownUsesError(uses)
  // What a flow names in vain is told by its lint, together with everything else that is wrong with the flow.
  const others = unknown.filter(({ code }) => !code.startsWith('flow.'))
  if (others.length > 0) throw new ChangeRejectedError('request.invalid', describeUnknownReferences(others))
}

/** A list of Things can name two hundred thousand collections that do not exist; the first hundred say enough. */
const maxReported = 100

export function createIntegrityConflict(lost: readonly DefinitionReference[]): ChangeRejectedError {
  const users = [...new Set(lost.map((reference) => `${reference.user} names ${describeTarget(reference)}`))]
  const more = users.length > 3 ? `, and ${users.length - 3} more` : ''
  return new ChangeRejectedError('agent.integrity_conflict', {
    detail: `${capitalize(users.slice(0, 3).join('; '))}${more}.`,
    errors: lost
      .slice(0, maxReported)
      .map((reference) => referenceError(reference, `names ${describeTarget(reference)}, which would be gone`)),
  })
}

function describeUnknownReferences(unknown: DefinitionReference[]) {
  const errors = unknown
    .slice(0, maxReported)
    .map((reference) => referenceError(reference, `names ${describeTarget(reference)}, which does not exist`))
  const [first] = errors
  return { detail: first && `${first.field} ${first.message}`, errors }
}

function createUnknownUsesError(uses: DefinitionReference[]): ChangeRejectedError {
  const ids = uses.map(({ to, id }) => (to === 'integration' ? `integration:${id}` : id))
  const vocabulary = [...capabilities, 'integration:<id>'].join(', ')
  const title = `Unknown capability in uses: ${[...new Set(ids)].slice(0, 20).join(', ')}. Known are ${vocabulary}`
  return new ChangeRejectedError('agent.playbook.uses_unknown', { ...describeUnknownReferences(uses), title })
}

const capitalize = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)
