import { type Problem, problem } from '../../platform/http/problem.ts'
import type { Campaign } from './campaign.ts'

export function createImmutableProblem({ status }: Pick<Campaign, 'status'>, what: string): Problem {
  return problem('agent.campaign.immutable', 409, { detail: `The campaign is ${status} and cannot be ${what}` })
}

export const createInvalidCampaignProblem = (detail: string): Problem =>
  problem('agent.campaign.invalid', 422, { detail })

export function unknownAudience(form: string, what: string): Problem {
  const field = `audience.${form}`
  const message = `refers to ${what} that this agent does not have`
  return problem('agent.campaign.invalid', 422, { detail: `${field} ${message}`, errors: [{ field, message }] })
}
