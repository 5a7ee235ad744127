import type { FieldError } from '@parley/findings'

/** Reasons to reject a change to a definition, with their HTTP status codes. */
export const rejectionStatuses = {
  'request.invalid': 422,
  'goal.unknown': 422,
  'agent.framework.invalid': 422,
  'agent.playbook.uses_unknown': 422,
  'agent.playbook.flow_invalid': 422,
  'agent.integration.too_many_tools': 422,
  'agent.integrity_conflict': 409,
  'resource.conflict': 409,
  'resource.not_found': 404,
  'tool.not_found': 404,
  'agent.outreach.not_found': 404,
  'agent.outreach.in_use': 409,
} as const
export type RejectionCode = keyof typeof rejectionStatuses

/** `referrers` lists what still references the item that cannot be deleted. */
type RejectionDetails = { title?: string; detail?: string | undefined; errors?: FieldError[]; referrers?: object[] }

/** An expected rejection. Paths in `errors` are those of the export document. */
export class ChangeRejectedError extends Error {
  readonly code: RejectionCode
  readonly details: RejectionDetails
  constructor(code: RejectionCode, details: RejectionDetails = {}) {
    super(details.detail ?? code)
    this.code = code
    this.details = details
  }
}
