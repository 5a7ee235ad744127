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

/** Whether the opening can go to somebody: what they lack decides, not what they have. */
export type Blocker = {
  /** `firstName`, `customFields.plan`. */
  reads: readonly string[]
  /** `filled` is a 1 for each of these fields that they have, and a 0 for each that they lack. */
  isBlocked(filled: string): boolean
}

export const filledWith = (values: readonly (string | null)[]): string =>
  values.map((value) => (value?.trim() ? '1' : '0')).join('')

export function blockerOf(opening: Opening): Blocker {
  const reads = readsOf(opening)
  const isBlocked = (filled: string) => {
    const has = reads.filter((_, at) => filled[at] === '1')
    return !('aml' in openingTo(opening, personWith(has)))
  }
  return { reads, isBlocked }
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

const anyWord = 'x'

function personWith(paths: readonly string[]): Person {
  const words = (some: readonly string[]) => Object.fromEntries(some.map((path) => [path, anyWord]))
  const fields = paths.filter((path) => path.startsWith(ofFields)).map((path) => path.slice(ofFields.length))
  return { ...words(paths.filter((path) => !path.startsWith(ofFields))), customFields: words(fields) }
}
