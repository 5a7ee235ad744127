import type { FieldError } from '@parley/findings'

/** Why a change of a definition is not made; the statuses are those of the documents. */
export const rejectionStatuses = {
  'request.invalid': 422,
  'goal.unknown': 422,
  'agent.framework.invalid': 422,
  'agent.playbook.uses_unknown': 422,
  'agent.playbook.flow_invalid': 422,
  'agent.integrity_conflict': 409,
  'resource.conflict': 409,
  'resource.not_found': 404,
  'tool.not_found': 404,
  'agent.outreach.not_found': 404,
  'agent.outreach.in_use': 409,
} as const
export type RejectionCode = keyof typeof rejectionStatuses

/** `referrers` are told by whoever cannot let go of something. */
type RejectionDetails = { title?: string; detail?: string | undefined; errors?: FieldError[]; referrers?: object[] }

/** An expected refusal. Paths in `errors` are those of the export document. */
export class ChangeRejectedError extends Error {
  readonly code: RejectionCode
  readonly details: RejectionDetails
  constructor(code: RejectionCode, told: RejectionDetails = {}) {
    super(told.detail ?? code)
    this.code = code
    this.details = told
  }
}
