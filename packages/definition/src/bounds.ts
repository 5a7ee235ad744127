import { forEachIncrementally, type IncrementalTask, runToCompletion } from '@parley/findings'
import { ChangeRejectedError } from './change-rejected.ts'
import { type AgentDefinition, type SectionName, sectionNames } from './definition.ts'
import { maxLocations } from './locations/location.ts'
import { guardrailLists } from './vocabulary.ts'

type Bound = [count: number, noun: string, listOf: (definition: AgentDefinition) => readonly unknown[] | undefined]
const inSection = (section: SectionName) => (definition: AgentDefinition) => definition[section] as unknown[]

/** Maximum count of each, also when they are added one by one; a list sent whole is limited by its schema. */
const bounds: Bound[] = [
  [50, 'objectives', inSection('objectives')],
  [200, 'playbooks', inSection('playbooks')],
  [500, 'message templates', inSection('messageTemplates')],
  [200, 'tool bindings', inSection('toolBindings')],
  [maxLocations, 'locations', inSection('locations')],
  [100, 'integrations', inSection('integrations')],
  [200, 'Outreaches', inSection('outreaches')],
  [200, 'automated Outreaches', inSection('automatedOutreach')],
  [200, 'sequences', inSection('sequences')],
  ...guardrailLists.map((list): Bound => [200, list, ({ guardrails }) => guardrails[list]]),
]

/** JSON length of each section in characters; cached until the section changes. */
const lengths = new WeakMap<object, number>()

function* sectionLength(section: object): IncrementalTask<number> {
  const known = lengths.get(section)
  if (known !== undefined) return known
  const length = Array.isArray(section) ? yield* listLength(section) : JSON.stringify(section).length
  lengths.set(section, length)
  return length
}

/** Two brackets, and a comma after every item except the last. */
function* listLength(list: readonly unknown[]): IncrementalTask<number> {
  let length = Math.max(list.length - 1, 0) + 2
  yield* forEachIncrementally(list, (item) => {
    length += JSON.stringify(item).length
  })
  return length
}

/** Returns the size of a definition in characters of JSON. */
export function measureDefinition(definition: AgentDefinition): number {
  return runToCompletion(measureIncrementally(definition))
}

export function* measureIncrementally(definition: AgentDefinition): IncrementalTask<number> {
  let size = 0
  for (const name of sectionNames) {
    const section = definition[name]
    if (section) size += yield* sectionLength(section)
  }
  return size
}

/** Below the import limit, with room for formatting. */
const maxCharacters = 8_000_000

/** Rejects a change that makes a definition too large to be imported again from its export. */
export function* assertWithinBounds(before: AgentDefinition, after: AgentDefinition): IncrementalTask<void> {
  const size = yield* measureIncrementally(after)
  if (size > maxCharacters && size > (yield* measureIncrementally(before))) {
    const detail = `An agent's configuration has at most ${maxCharacters.toLocaleString('en')} characters in all`
    throw new ChangeRejectedError('resource.conflict', { detail })
  }
  for (const [count, noun, listOf] of bounds) {
    const length = listOf(after)?.length ?? 0
    if (length > count && length > (listOf(before)?.length ?? 0)) {
      throw new ChangeRejectedError('resource.conflict', { detail: `An agent has at most ${count} ${noun}` })
    }
  }
}
