import { type AgentDefinition, fillTemplate, findOutreach, type OutreachResponse } from '@parley/definition'
import { type Problem, problem } from '../../../platform/http/problem.ts'
import type { PersonFields } from '../../agents/index.ts'
import { type FilledOpener, opener } from '../../outreach/index.ts'
import type { Campaign } from '../campaign.ts'
import { assignRecipient, experimentOf } from '../experiment/assignment.ts'

export type CampaignOpening = { definition: AgentDefinition; outreach: OutreachResponse }

/** Throws when the opening, or that of a variant, does not resolve. */
export function resolveCampaignOpenings(
  definition: AgentDefinition,
  { outreachId, variants }: Pick<Campaign, 'outreachId' | 'variants'>,
): CampaignOpening[] {
  if (!variants) return [resolveCampaignOpening(definition, outreachId)]
  return variants.map(({ openerTemplateId }) => resolveCampaignOpening(definition, outreachId, openerTemplateId))
}

/** The opener of the person's variant, or of the Outreach. */
export function resolveOpeningFor(
  definition: AgentDefinition,
  campaign: Pick<Campaign, 'id' | 'outreachId' | 'variants' | 'chosenVariantId'>,
  personId: string,
): CampaignOpening {
  const { outreachId, variants } = campaign
  const { variantId } = assignRecipient(experimentOf(campaign), personId)
  const { openerTemplateId } = variants?.find(({ id }) => id === variantId) ?? {}
  return resolveCampaignOpening(definition, outreachId, openerTemplateId)
}

function resolveCampaignOpening(
  definition: AgentDefinition,
  outreachId: string,
  openerTemplateId?: string,
): CampaignOpening {
  const known = definition.outreaches.find(({ id }) => id === outreachId)
  if (!known) throw findOpeningProblem(`The Outreach ${outreachId} no longer exists`)
  if (!known.enabled) throw findOpeningProblem(`The Outreach ${outreachId} is turned off`)
  const outreach = findOutreach(definition, outreachId, openerTemplateId)
  if (templateOf({ definition, outreach })) return { definition, outreach }
  throw findOpeningProblem(`The opener ${outreach.openerTemplateId} no longer exists`)
}

export const findOpeningProblem = (detail: string): Problem => problem('agent.campaign.invalid', 422, { detail })

/** Renders the opening for one person; `slot` is the value they lack. */
export function fillCampaignOpening({ definition, outreach }: CampaignOpening, person: PersonFields): FilledOpener {
  const { customFields = {} } = person
  const [missing] = opener.missingInputs(outreach, { customFields: customFields as Record<string, string> }, {})
  if (missing !== undefined) return { blocked: true, slot: `person.customFields.${missing}` }
  return opener.fill(definition, outreach.openerTemplateId, person)
}

const templateOf = ({ definition, outreach }: CampaignOpening) =>
  definition.messageTemplates.find(({ id }) => id === outreach.openerTemplateId)

/**
 * Decides whether the opening can be rendered for a person. Only which fields are missing matters, not their values.
 */
export type SlotRequirements = {
  /** Field paths such as `firstName` or `customFields.plan`. */
  reads: readonly string[]
  /** `filled` has a 1 for each of these fields that the person has, and a 0 for each that is missing. */
  isBlocked(filled: string): boolean
}

export const fillMaskOf = (values: readonly (string | null)[]): string =>
  values.map((value) => (value?.trim() ? '1' : '0')).join('')

/** With variants, a mask begins with the number of the person's variant. */
export function createSlotRequirements(
  openings: readonly CampaignOpening[],
  hasVariants: boolean = openings.length > 1,
): SlotRequirements {
  const reads = [...new Set(openings.flatMap(readPathsOf))]
  const isBlocked = (filled: string) => {
    const opening = openings[hasVariants ? Number(filled[0]) : 0] as CampaignOpening
    const mask = hasVariants ? filled.slice(1) : filled
    const has = reads.filter((_, at) => mask[at] === '1')
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

function personWithFields(paths: readonly string[]): PersonFields {
  const words = (some: readonly string[]) => Object.fromEntries(some.map((path) => [path, placeholder]))
  const fields = paths
    .filter((path) => path.startsWith(customFieldPrefix))
    .map((path) => path.slice(customFieldPrefix.length))
  return { ...words(paths.filter((path) => !path.startsWith(customFieldPrefix))), customFields: words(fields) }
}
