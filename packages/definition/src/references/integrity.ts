import type { FieldError } from '@parley/findings'
import { filterInSteps, mapInSteps, runSteps, type Steps } from '@parley/findings'
import type { AgentDefinition } from '../definition.ts'
import { Refused } from '../refusal.ts'
import type { ToolBinding } from '../tool-bindings.ts'
import { referencesInSteps, referencesOf } from './graph.ts'
import { type Reference, referenceError, targetOf } from './reference.ts'
import { capabilities, holds } from './targets.ts'

/** What lies outside a definition and can be named from inside it, or must be asked about it. */
export type Outside = {
  knowsTool(toolId: string): boolean
  /** What is wrong with the config of a tool; fields such as `toolId` or `config.url`. */
  bindingFaults(binding: ToolBinding): FieldError[]
  /** Why a JSON Schema cannot be used. */
  schemaFault(schema: object): string | undefined
}

/** References that the new document leaves in the air, and the old one did not. */
export type Broken = {
  /** Their target was there before: this write takes it away. */
  lost: Reference[]
  /** Their target never was; only where an id must name something. */
  unknown: Reference[]
}

export function* brokenReferences(before: AgentDefinition, after: AgentDefinition, outside: Outside): Steps<Broken> {
  const loose = new Set(yield* mapInSteps(yield* looseInSteps(before, outside), ({ key }) => key))
  const broken = yield* filterInSteps(yield* looseInSteps(after, outside), ({ key }) => !loose.has(key))
  const lost = yield* filterInSteps(broken, ({ to, id }) => holds(before, to, id) === true)
  const unknown = yield* filterInSteps(broken, ({ to, id, firm }) => firm && holds(before, to, id) !== true)
  return { lost: lost.length > 0 ? asStored(lost, before) : lost, unknown }
}

/** What was not written is told by its path in the stored document: that is the one its reader can look at. */
function asStored(lost: Reference[], before: AgentDefinition): Reference[] {
  const stored = new Map(referencesOf(before).map((reference) => [reference.place, reference]))
  return lost.map((reference) => stored.get(reference.place) ?? reference)
}

export function looseEnds(definition: AgentDefinition, outside: Outside): Reference[] {
  return runSteps(looseInSteps(definition, outside))
}

function* looseInSteps(definition: AgentDefinition, outside: Outside): Steps<Reference[]> {
  return yield* filterInSteps(yield* referencesInSteps(definition), ({ to, id }) => {
    if (to === 'tool') return !outside.knowsTool(id)
    return holds(definition, to, id) === false
  })
}

/** Whatever the route: a write never leaves one part of the agent naming something that is not there. */
export function refuseBrokenReferences({ lost, unknown }: Broken): void {
  if (lost.length > 0) throw conflictOver(lost)
  const goals = unknown.filter(({ to }) => to === 'goal')
  if (goals.length > 0) throw new Refused('goal.unknown', told(goals))
  const uses = unknown.filter(({ code }) => code === 'playbook.uses.unknown')
  if (uses.length > 0) throw usesUnknown(uses)
  // What a flow names in vain is told by its lint, together with everything else that is wrong with the flow.
  const others = unknown.filter(({ code }) => !code.startsWith('flow.'))
  if (others.length > 0) throw new Refused('request.invalid', told(others))
}

/** A list of Things can name two hundred thousand collections that do not exist; the first hundred say enough. */
const mostTold = 100

export function conflictOver(lost: readonly Reference[]): Refused {
  const users = [...new Set(lost.map((reference) => `${reference.user} names ${targetOf(reference)}`))]
  const more = users.length > 3 ? `, and ${users.length - 3} more` : ''
  return new Refused('agent.integrity_conflict', {
    detail: `${capital(users.slice(0, 3).join('; '))}${more}.`,
    errors: lost
      .slice(0, mostTold)
      .map((reference) => referenceError(reference, `names ${targetOf(reference)}, which would be gone`)),
  })
}

function told(unknown: Reference[]) {
  const errors = unknown
    .slice(0, mostTold)
    .map((reference) => referenceError(reference, `names ${targetOf(reference)}, which does not exist`))
  const [first] = errors
  return { detail: first && `${first.field} ${first.message}`, errors }
}

function usesUnknown(uses: Reference[]): Refused {
  const ids = uses.map(({ to, id }) => (to === 'integration' ? `integration:${id}` : id))
  const vocabulary = [...capabilities, 'integration:<id>'].join(', ')
  const title = `Unknown capability in uses: ${[...new Set(ids)].slice(0, 20).join(', ')}. Known are ${vocabulary}`
  return new Refused('agent.playbook.uses_unknown', { ...told(uses), title })
}

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)
