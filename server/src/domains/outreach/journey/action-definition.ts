import { createHash } from 'node:crypto'
import type { OutreachResponse } from '@parley/definition'
import { type FieldError, formatFieldPath } from '@parley/findings'
import { z } from 'zod'
import { problem, problemBody } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { ActionField, buildSampleRequest, listActionFields } from './action-fields.ts'
import { sampleOutcome } from './outcome.ts'
import { buildRunbook } from './runbook.ts'
import { sampleStatus } from './status.ts'

/** Document 2, Action definition: all that a journey platform asks for when somebody sets up its custom actions. */

const sample = z.record(z.string(), z.unknown())

const ActionSpec = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,30}$/),
  method: z.enum(['POST', 'GET']),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  request: sample.optional(),
  fields: z.array(ActionField).optional(),
  path: z.string().optional().meta({ description: 'Stands behind the url, in place of the query parameter.' }),
  queryParameter: z.literal('sendId').optional(),
  response: sample,
  errorResponse: sample,
})

const authorization = { Authorization: 'Bearer <API key with the scope integrations:journey>' }
const headers = { ...authorization, 'Content-Type': 'application/json' }

const example = {
  contract: 'journey/1',
  agentId: 'harbour',
  outreachId: 'spring-visit',
  inputs: ['plan'],
  send: {
    name: 'send_spring_visit',
    method: 'POST',
    url: 'https://parley.example.com/v1/orgs/demo/agents/harbour/integrations/journey/outreach/spring-visit/sends',
    headers,
    request: buildSampleRequest(['plan']),
    fields: listActionFields(['plan']),
    response: sampleOutcome,
    errorResponse: { status: 400, code: 'request.invalid' },
  },
  status: {
    name: 'status_spring_visit',
    method: 'GET',
    url: 'https://parley.example.com/v1/orgs/demo/agents/harbour/integrations/journey/sends',
    headers: authorization,
    path: '/{sendId}',
    queryParameter: 'sendId',
    response: sampleStatus,
    errorResponse: { status: 404, code: 'resource.not_found' },
  },
  runbook: ['1. Create an API key with the scope integrations:journey.'],
}

export const ActionDefinition = z
  .strictObject({
    contract: z.literal('journey/1'),
    agentId: z.string(),
    outreachId: z.string(),
    inputs: z.array(z.string()),
    send: ActionSpec,
    status: ActionSpec,
    runbook: z.array(z.string()),
  })
  .meta({ id: 'JourneyActionDefinition', examples: [example] })
export type ActionDefinition = z.infer<typeof ActionDefinition>

export function buildActionDefinition(
  agent: AgentKey,
  outreach: OutreachResponse,
  publicUrl: string,
): ActionDefinition {
  const inputs = [...new Set(outreach.inputs)]
  assertCompatibleInputs(inputs)
  const doors = `${publicUrl}/v1/orgs/${agent.orgId}/agents/${agent.id}/integrations/journey`
  const names = { send: actionName('send', outreach.id), status: actionName('status', outreach.id) }
  return {
    contract: 'journey/1',
    agentId: agent.id,
    outreachId: outreach.id,
    inputs,
    send: {
      name: names.send,
      method: 'POST',
      url: `${doors}/outreach/${outreach.id}/sends`,
      headers,
      request: buildSampleRequest(inputs),
      fields: listActionFields(inputs),
      response: sampleOutcome,
      errorResponse: sampleErrors.send,
    },
    status: {
      name: names.status,
      method: 'GET',
      url: `${doors}/sends`,
      headers: authorization,
      path: '/{sendId}',
      queryParameter: 'sendId',
      response: sampleStatus,
      errorResponse: sampleErrors.status,
    },
    runbook: buildRunbook(outreach, inputs, names),
  }
}

const wrongPhone = { field: 'profile.phone', message: 'must be a plus sign and 7 to 15 digits, with nothing between' }
const sampleErrors = {
  send: problemBody(
    problem('request.invalid', 400, { detail: `${wrongPhone.field} ${wrongPhone.message}`, errors: [wrongPhone] }),
    'req_01',
  ),
  status: problemBody(problem('resource.not_found', 404, { detail: 'There is no such send' }), 'req_01'),
}

const maxNameLength = 30
const suffixLength = 6

/** Ids that only differ in what a name cannot hold, or in their ends, are told apart by a mark. */
function actionName(verb: string, outreachId: string): string {
  const name = `${verb}_${outreachId.replace(/[^a-z0-9]/g, '_')}`
  if (name.length <= maxNameLength && /^[a-z0-9-]+$/.test(outreachId)) return name
  const mark = createHash('sha256').update(outreachId).digest('hex').slice(0, suffixLength)
  return `${name.slice(0, maxNameLength - suffixLength - 1)}_${mark}`
}

const maxInputLength = 128

function assertCompatibleInputs(inputs: readonly string[]): void {
  const errors = inputs.flatMap((input): FieldError[] => {
    const message = findInputProblem(input)
    return message === undefined ? [] : [{ field: formatFieldPath(['inputs', input]), message }]
  })
  if (errors.length > 0) throw problem('agent.outreach.journey_incompatible_inputs', 422, { errors })
}

function findInputProblem(input: string): string | undefined {
  if (input.includes('.')) return 'must have no dot'
  if (input.startsWith('$')) return 'must not begin with $'
  return [...input].length > maxInputLength ? `must have at most ${maxInputLength} characters` : undefined
}
