import { type AgentDefinition, fillTemplate, findOutreach, type ShownOutreach } from '@parley/definition'
import { type Problem, problem } from '../../../platform/http/problem.ts'
import { opener } from '../../outreach/index.ts'

type Person = Parameters<typeof opener.of>[2]

/** What a campaign says, and of which class it is. */
export type Opening = { definition: AgentDefinition; outreach: ShownOutreach }

/** Throws where there is nothing to say. */
export function openingFor(definition: AgentDefinition, outreachId: string): Opening {
  const known = definition.outreaches.find(({ id }) => id === outreachId)
  if (!known) throw unresolved(`There is no Outreach ${outreachId} any more`)
  if (!known.enabled) throw unresolved(`The Outreach ${outreachId} is turned off`)
  const outreach = findOutreach(definition, outreachId)
  if (templateOf({ definition, outreach })) return { definition, outreach }
  throw unresolved(`There is no opener ${outreach.openerTemplateId} any more`)
}

export const unresolved = (detail: string): Problem => problem('agent.campaign.invalid', 422, { detail })

/** The opening as one person gets it; `slot` is what they lack. */
export function openingTo({ definition, outreach }: Opening, person: Person): ReturnType<typeof opener.of> {
  const { customFields = {} } = person
  const [missing] = opener.missing(outreach, { customFields: customFields as Record<string, string> }, {})
  if (missing !== undefined) return { blocked: true, slot: `person.customFields.${missing}` }
  return opener.of(definition, outreach.openerTemplateId, person)
}

const templateOf = ({ definition, outreach }: Opening) =>
  definition.messageTemplates.find(({ id }) => id === outreach.openerTemplateId)

/** Whether the opening can go to somebody, from nothing but the fields that it reads of them. */
export type Blocker = {
  /** `firstName`, `customFields.plan`. */
  reads: readonly string[]
  isBlocked(values: readonly (string | null)[]): boolean
}

const mostRemembered = 1000

/** What somebody lacks decides, not what they have: of all who lack the same, the first is looked at. */
export function blockerOf(opening: Opening): Blocker {
  const reads = readsOf(opening)
  const known = new Map<string, boolean>()
  return {
    reads,
    isBlocked(values) {
      const lacks = values.map((value) => (value?.trim() ? '1' : '0')).join('')
      const before = known.get(lacks)
      if (before !== undefined) return before
      const blocked = !('aml' in openingTo(opening, personWith(reads, values)))
      if (known.size < mostRemembered) known.set(lacks, blocked)
      return blocked
    },
  }
}

const ofPerson = 'person.'
const ofFields = 'customFields.'

function readsOf(opening: Opening): string[] {
  const paths = opening.outreach.inputs.map((key) => ofPerson + ofFields + key)
  const note = (path: string): string => {
    paths.push(path)
    return path
  }
  for (const template of opener.templates(opening.definition, opening.outreach.openerTemplateId)) {
    fillTemplate(template, note)
  }
  const own = paths.filter((path) => path.startsWith(ofPerson)).map((path) => path.slice(ofPerson.length))
  return [...new Set(own)]
}

function personWith(reads: readonly string[], values: readonly (string | null)[]): Person {
  const entries = reads.map((path, at): [string, string | undefined] => [path, values[at] ?? undefined])
  const fields = entries.filter(([path]) => path.startsWith(ofFields))
  const customFields = Object.fromEntries(fields.map(([path, value]) => [path.slice(ofFields.length), value]))
  return { ...Object.fromEntries(entries.filter(([path]) => !path.startsWith(ofFields))), customFields }
}
