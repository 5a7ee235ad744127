import type { FieldError } from '@parley/findings'

/** Every code the API can return, with its statuses and the remedy for the caller. */
export const problems = {
  'request.malformed': {
    title: 'The request could not be read',
    statuses: [400],
    remedy: 'Send valid JSON in UTF-8 with the content type application/json.',
  },
  'request.invalid': {
    title: 'The request is not valid',
    statuses: [422, 400],
    remedy: 'Each entry of errors[] names a field and says what it must be.',
  },
  'request.too_large': {
    title: 'The request is too large',
    statuses: [413],
    remedy: 'Send less in one call; the limit is in detail.',
  },
  'request.precondition_failed': {
    title: 'The resource has changed since you read it',
    statuses: [412],
    remedy: 'Read it again, apply your change to what you get, and send the new ETag in If-Match.',
  },
  'request.idempotency_mismatch': {
    title: 'The Idempotency-Key was used for another request',
    statuses: [422],
    remedy: 'Use a new key for a new request; repeat a request with its very body.',
  },
  'request.rate_limited': {
    title: 'Too many requests',
    statuses: [429],
    remedy: 'Wait as many seconds as Retry-After says, then try again.',
  },
  'auth.unauthenticated': {
    title: 'A valid token is required',
    statuses: [401],
    remedy:
      'Send Authorization: Bearer with an API key, a session token or an emulator grant that is in force; to the messaging gateway, the access token of the agent.',
  },
  'auth.second_factor_required': {
    title: 'A code of the second factor is required',
    statuses: [401],
    remedy:
      'Send the sign-in again with `code`: six digits of the authenticator app that were not used before, or a recovery code.',
  },
  'auth.forbidden': {
    title: 'Your role does not allow this',
    statuses: [403],
    remedy: 'Ask an admin of the org for a higher role, or use a key whose scopes amount to one.',
  },
  'auth.scope_missing': {
    title: 'The token lacks a scope',
    statuses: [403],
    remedy: 'Use a token that holds the scope named in detail.',
  },
  'auth.emulator_grant.forbidden': {
    title: 'An emulator grant does not reach this',
    statuses: [403],
    remedy: "Use it for its own agent's personas only; use an API key for the rest.",
  },
  'resource.not_found': {
    title: 'There is no such resource',
    statuses: [404],
    remedy: 'Check the path and that the token belongs to the org in it.',
  },
  'resource.conflict': {
    title: 'The resource is in conflict with another',
    statuses: [409],
    remedy: 'The detail says with what.',
  },
  'org.last_owner': {
    title: 'An org keeps at least one owner',
    statuses: [409],
    remedy: 'Make somebody else an owner first.',
  },
  'agent.framework.invalid': {
    title: 'The framework of an agent is always v2',
    statuses: [422],
    remedy: 'Leave framework out, or send v2.',
  },
  'agent.integrity_conflict': {
    title: 'Something of the agent still names this',
    statuses: [409],
    remedy: 'Each entry of errors[] is a reference that would break: change or remove it first, then try again.',
  },
  'agent.playbook.uses_unknown': {
    title: 'A playbook uses a capability that does not exist',
    statuses: [422],
    remedy: 'Use scheduling, people, notify, knowledge, or integration:<id> of a custom integration of the agent.',
  },
  'agent.playbook.flow_invalid': {
    title: 'The flow of the playbook cannot work',
    statuses: [422],
    remedy:
      'Each entry of errors[] is a lint finding with its code and path; the flow must have none of severity error.',
  },
  'agent.flow.authoring_unavailable': {
    title: 'There is no model to write flows with',
    statuses: [503],
    remedy: 'Set AUTHORING_MODEL (or MODEL) to a model that can write, or write the flow by hand.',
  },
  'agent.flow.authoring_unreachable': {
    title: 'The model that writes flows could not be reached',
    statuses: [502],
    remedy: 'Try again; if it stays so, check AUTHORING_MODEL, its key and its address.',
  },
  'agent.outreach.not_found': {
    title: 'There is no such Outreach',
    statuses: [404, 422],
    remedy: 'Check the id against the list of Outreaches.',
  },
  'agent.outreach.in_use': {
    title: 'The Outreach is in use',
    statuses: [409],
    remedy: 'Each entry of referrers[] names it: change or delete that first.',
  },
  'agent.outreach.journey_incompatible_inputs': {
    title: 'A journey platform cannot carry these inputs',
    statuses: [422],
    remedy: 'Each entry of errors[] names an input: rename it to at most 128 characters with no dot and no leading $.',
  },
  'agent.outreach_send.upstream': {
    title: 'The send could not be taken in',
    statuses: [502],
    remedy: 'Send the same again: what was accepted is not sent twice.',
  },
  'agent.outreach_send.timeout': {
    title: 'The send was not decided on in time',
    statuses: [504],
    remedy: 'Send the same again: what was accepted is not sent twice.',
  },
  'agent.outreach_link.unavailable': {
    title: 'The outreach link cannot be redeemed',
    statuses: [409],
    remedy: 'The detail says why: resume the link, bind its channel again, or make a new link.',
  },
  'agent.not_found': {
    title: 'There is no such agent',
    statuses: [404],
    remedy: 'Check the agent in the path and that the token belongs to its org.',
  },
  'agent.outreach.consent_declined': {
    title: 'The recipient has not consented',
    statuses: [422],
    remedy: 'consent.optIn was false: do not send, or ask the person first.',
  },
  'agent.outreach.opted_out': {
    title: 'The person has said STOP',
    statuses: [409],
    remedy: 'Nothing is sent to this identity until the person says START. Do not reach them another way.',
  },
  'agent.outreach.consent_denied': {
    title: 'The person has denied consent',
    statuses: [409],
    remedy: 'Nothing is sent while the consent on record is denied.',
  },
  'agent.outreach.recipient_not_found': {
    title: 'There is no such recipient',
    statuses: [404],
    remedy: 'Check the asid, personId or personaId; a rehearsed identity is named by its personaId alone.',
  },
  'agent.outreach.no_channel_identity': {
    title: 'The Person cannot be reached on the channel',
    statuses: [422],
    remedy: 'Give the Person an identity on rcs first, or name the recipient by channel and address.',
  },
  'agent.outreach.invalid_address': {
    title: 'The address does not fit its channel',
    statuses: [422],
    remedy: 'For rcs send a phone number in international format, for example +12025550143.',
  },
  'agent.outreach.channel_unavailable': {
    title: 'Outreach cannot send on this channel',
    statuses: [422],
    remedy: 'Use the channel rcs.',
  },
  'agent.outreach.missing_inputs': {
    title: 'The opener needs inputs that are missing',
    statuses: [422],
    remedy: 'Each entry of errors[] names one: supply it in inputs, or put it on the Person.',
  },
  'agent.outreach.send_not_cancellable': {
    title: 'The send can no longer be cancelled',
    statuses: [409],
    remedy: 'Only a queued send, or one that waits for a retry, can be.',
  },
  'agent.campaign.invalid': {
    title: 'The campaign cannot be sent as it is',
    statuses: [422],
    remedy: 'The detail says what is missing: change the campaign, or what it names, and try again.',
  },
  'agent.campaign.immutable': {
    title: 'The status of the campaign does not allow this',
    statuses: [409],
    remedy: 'Read its status: a draft or staged campaign can be changed and staged, a running one paused or cancelled.',
  },
  'agent.persona.not_found': {
    title: 'There is no such persona',
    statuses: [404],
    remedy: 'Check the id against the list of personas.',
  },
  'agent.persona.unavailable': {
    title: 'The persona has no emulator identity',
    statuses: [409],
    remedy: 'Reset it first.',
  },
  'agent.test.invalid': {
    title: 'The test case or its run is not valid',
    statuses: [422],
    remedy:
      'Each entry of lint[] is a finding with its code and path: mend those of severity error; for a run, lint[] names the cases.',
  },
  'agent.test.not_found': {
    title: 'There is no such test suite, case, run or result',
    statuses: [404],
    remedy: 'Check the id against its list; a conversation or turn to record from must be of this agent.',
  },
  'agent.test.run_active': {
    title: 'The agent has a test run that is not over',
    statuses: [409],
    remedy: 'Wait for the run in activeRunId, or cancel it; an agent has one run at a time.',
  },
  'agent.test.quota_exceeded': {
    title: 'The run is larger than the test budget allows',
    statuses: [429],
    remedy:
      'Compare estimate with remaining and maxUnitsPerRun: choose fewer cases or samples, or wait until resetsAt.',
  },
  'agent.test.run_immutable': {
    title: 'The status of the run does not allow this',
    statuses: [409],
    remedy: 'Read its status: a queued or running run can be paused or cancelled, a paused one resumed or cancelled.',
  },
  'agent.test.system_suite': {
    title: 'The suite is kept by the platform',
    statuses: [409],
    remedy: 'It follows the Examples of a playbook: change those, or copy the case into a suite of your own.',
  },
  'agent.test.authoring_unavailable': {
    title: 'There is no model to write test cases with',
    statuses: [503],
    remedy:
      'Set AUTHORING_MODEL (or MODEL) to a model that can write, or write the cases by hand; from Facts they need no model.',
  },
  'goal.unknown': {
    title: 'An assignment names a Goal that does not exist',
    statuses: [422],
    remedy: 'Put the Goal into the library first, or name one that is there.',
  },
  'tool.not_found': {
    title: 'There is no such integration',
    statuses: [404],
    remedy: 'Check the id against the list of integrations.',
  },
  'oauth.provider_unconfigured': {
    title: 'The provider is not set up on this installation',
    statuses: [409],
    remedy: 'Whoever runs Parley makes the settings that detail names; then start again.',
  },
  'service.unavailable': {
    title: 'Parley cannot serve this just now',
    statuses: [503],
    remedy: 'Nothing was changed. Try again after the seconds in Retry-After.',
  },
  internal: {
    title: 'Something went wrong on our side',
    statuses: [500],
    remedy: 'Try again; if it stays, give the operator the X-Request-Id.',
  },
} as const satisfies Record<string, { title: string; statuses: readonly number[]; remedy: string }>

export type ProblemCode = keyof typeof problems
export type StatusOf<C extends ProblemCode> = (typeof problems)[C]['statuses'][number]
export type Statuses = { readonly [C in ProblemCode]?: StatusOf<C> }
type ProblemDetails = { detail?: string; errors?: FieldError[] }

/** An expected error with a message for the caller. Any other thrown error becomes a 500 without details. */
export class Problem extends Error {
  readonly status: number
  readonly code: ProblemCode
  readonly details: ProblemDetails & Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(code: ProblemCode, status: number, more: Problem['details'], headers: Record<string, string>) {
    super(more.detail ?? problems[code].title)
    this.code = code
    this.status = status
    this.details = more
    this.headers = headers
  }
}

/** A body can be wrong in ten thousand places; the first hundred are enough. */
export const maxFieldErrors = 100

/** `problem('org.last_owner', 404)` does not compile: the table has no such status for that code. */
export function problem<C extends ProblemCode>(
  code: C,
  status: StatusOf<C>,
  more: Problem['details'] = {},
  headers: Record<string, string> = {},
): Problem {
  const errors = more.errors?.slice(0, maxFieldErrors)
  return new Problem(code, status, errors ? { ...more, errors } : more, headers)
}

export const notFound = (): Problem => problem('resource.not_found', 404)

/** The rest of the body is not read, so the connection cannot be reused. */
export const bodyTooLarge = (): Problem =>
  problem('request.too_large', 413, { detail: 'The body is larger than this route takes' }, { connection: 'close' })

export function invalidRequest(errors: FieldError[]): Problem {
  const detail = errors.slice(0, 3).map(formatFieldError).join('; ')
  return problem('request.invalid', 422, { detail, errors })
}

/** For routes where an invalid body is 400 instead of 422. */
export function toBadRequest(error: unknown, code: 'request.invalid' | 'request.malformed'): unknown {
  if (!(error instanceof Problem) || error.code !== 'request.invalid') return error
  return problem(code, 400, error.details, error.headers)
}

/** The error body: problem details plus the classic members. */
export function problemBody(refused: Problem, requestId: string): Record<string, unknown> {
  const { title } = problems[refused.code]
  return {
    type: `/docs/errors#${refused.code}`,
    status: refused.status,
    code: refused.code,
    title,
    ...refused.details,
    statusCode: refused.status,
    message: refused.details.detail ?? title,
    requestId,
  }
}

function formatFieldError(error: FieldError): string {
  return `${error.field} ${error.message}`
}
