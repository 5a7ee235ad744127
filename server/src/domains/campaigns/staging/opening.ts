import { type AgentDefinition, fillTemplate, findOutreach, type OutreachResponse } from '@parley/definition'
import { type Problem, problem } from '../../../platform/http/problem.ts'
import { opener } from '../../outreach/index.ts'

type Person = Parameters<typeof opener.fill>[2]

/** What a campaign says, and of which class it is. */
export type CampaignOpening = { definition: AgentDefinition; outreach: OutreachResponse }

/** Throws where there is nothing to say. */
export function resolveCampaignOpening(definition: AgentDefinition, outreachId: string): CampaignOpening {
  const known = definition.outreaches.find(({ id }) => id === outreachId)
  if (!known) throw campaignOpeningProblem(`There is no Outreach ${outreachId} any more`)
  if (!known.enabled) throw campaignOpeningProblem(`The Outreach ${outreachId} is turned off`)
  const outreach = findOutreach(definition, outreachId)
  if (templateOf({ definition, outreach })) return { definition, outreach }
  throw campaignOpeningProblem(`There is no opener ${outreach.openerTemplateId} any more`)
}

export const campaignOpeningProblem = (detail: string): Problem => problem('agent.campaign.invalid', 422, { detail })

/** The opening as one person gets it; `slot` is what they lack. */
export function fillCampaignOpening(
  { definition, outreach }: CampaignOpening,
  person: Person,
): ReturnType<typeof opener.fill> {
  const { customFields = {} } = person
  const [missing] = opener.missingInputs(outreach, { customFields: customFields as Record<string, string> }, {})
  if (missing !== undefined) return { blocked: true, slot: `person.customFields.${missing}` }
  return opener.fill(definition, outreach.openerTemplateId, person)
}

const templateOf = ({ definition, outreach }: CampaignOpening) =>
  definition.messageTemplates.find(({ id }) => id === outreach.openerTemplateId)

/** Whether the opening can go to somebody: what they lack decides, not what they have. */
export type SlotRequirements = {
  /** `firstName`, `customFields.plan`. */
  reads: readonly string[]
  /** `filled` is a 1 for each of these fields that they have, and a 0 for each that they lack. */
  isBlocked(filled: string): boolean
}

export const fillMaskOf = (values: readonly (string | null)[]): string =>
  values.map((value) => (value?.trim() ? '1' : '0')).join('')

export function createSlotRequirements(opening: CampaignOpening): SlotRequirements {
  const reads = readPathsOf(opening)
  const isBlocked = (filled: string) => {
    const has = reads.filter((_, at) => filled[at] === '1')
    return !('aml' in fillCampaignOpening(opening, personWithFields(has)))
  }
  return { reads, isBlocked }
}

const personPrefix = 'person.'
const customFieldPrefix = 'customFields.'

function readPathsOf(opening: CampaignOpening): string[] {
  const paths = opening.outreach.inputs.map((key) => personPrefix + customFieldPrefix + key)
  const note = (path: string): string => {
    paths.push(path)
    return path
  }
  for (const template of opener.templates(opening.definition, opening.outreach.openerTemplateId)) {
    fillTemplate(template, note)
  }
  const own = paths.filter((path) => path.startsWith(personPrefix)).map((path) => path.slice(personPrefix.length))
  return [...new Set(own)]
}

const placeholder = 'x'

function personWithFields(paths: readonly string[]): Person {
  const words = (some: readonly string[]) => Object.fromEntries(some.map((path) => [path, placeholder]))
  const fields = paths
    .filter((path) => path.startsWith(customFieldPrefix))
    .map((path) => path.slice(customFieldPrefix.length))
  return { ...words(paths.filter((path) => !path.startsWith(customFieldPrefix))), customFields: words(fields) }
}
