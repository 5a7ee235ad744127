import { createHash } from 'node:crypto'
import type { OutreachResponse } from '@parley/definition'
import { type FieldError, formatFieldPath } from '@parley/findings'
import { z } from 'zod'
import { problem, problemBody } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { ActionField, buildSampleRequest, listActionFields } from './action-fields.ts'
import { sampleOutcome, sampleStatus } from './responses.ts'

type Names = { send: string; status: string }

function buildRunbook(outreach: OutreachResponse, inputs: readonly string[], names: Names): string[] {
  const steps = [...setUp(names), ...mapping(inputs), ...reading(names)]
  return [...warning(outreach), ...steps.map((step, at) => `${at + 1}. ${step}`)]
}

function warning({ enabled, name, id }: OutreachResponse): string[] {
  if (enabled) return []
  return [
    `Warning: the Outreach ${name} (${id}) is turned off. Until someone turns it on, every send returns 404 agent.outreach.not_found and reaches no one.`,
  ]
}

const setUp = ({ send, status }: Names): string[] => [
  'In Parley, create an API key whose only scope is integrations:journey. It is shown once; store it as a secret in the journey platform.',
  `In the journey platform, create a custom action named ${send} with the method, URL and headers of send, and one named ${status} with those of status. In the Authorization header, put the key after the word Bearer.`,
  'Paste send.request as the request of the first action, and set each field as send.fields says: a constant to its value, a variable to be mapped in the journey.',
  'Paste send.response and status.response as the responses, and errorResponse as the error response. Allow both actions at least 10 seconds to respond.',
]

const mapping = (inputs: readonly string[]): string[] => [
  'Map profile.phone to the mobile number: a plus sign and 7 to 15 digits, without spaces. Anything else is rejected with 400.',
  inputs.length === 0
    ? 'This Outreach has no inputs: omit inputs, or leave it empty.'
    : `Map every input: ${inputs.join(', ')}. If an input that the opener needs is missing, the outcome is refused with the reason missing_inputs.`,
  "Map journey.versionId, journey.nodeId and journey.instanceId to the platform's ids. Together they make a step send once for each profile and entry, however often it is called. Without all three, the Outreach goes to a profile once per UTC day, and the answer says idempotency derived.",
  'Map consent.sms to y if the person agreed to messages and to n if they declined. Any other value says nothing about consent.',
  'A value that a profile lacks may be sent as null or an empty string: it counts as not supplied and changes nothing.',
]

const reading = ({ status }: Names): string[] => [
  'Branch on outcome. queued: the message will be sent. duplicate: this step already sent, and sendId identifies that send. skipped: a dry run. refused: nothing was sent, and reason says why.',
  "On refused, do not contact the person another way: opted_out is permanent, and declined and consent_denied are the person's decision. Only missing_inputs is a mapping error. Treat an unknown reason the same way: do not contact this person another way.",
  'Retry on any HTTP error: this is safe, since a step that already sent does not send again. On 429, wait as long as Retry-After says; on 400, 401, 403 and 404, first fix what detail describes.',
  `To learn the result of a send, wait a few minutes and call ${status} with its sendId, as the query parameter or in the path, until final is true. reachable is false only if the number cannot receive RCS: use another channel then.`,
  'Before the journey goes live, test it with dryRun true. To see the conversation itself, send with emulator.personaId and an empty profile: it opens as that persona in the emulator.',
]

/** The action definition: everything a journey platform asks for when an operator sets up its custom actions. */

const sample = z.record(z.string(), z.unknown())

const ActionSpec = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,30}$/),
  method: z.enum(['POST', 'GET']),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  request: sample.optional(),
  fields: z.array(ActionField).optional(),
  path: z.string().optional().meta({ description: 'Part of the path, instead of the query parameter.' }),
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

const wrongPhone = {
  field: 'profile.phone',
  message: 'must be a plus sign and 7 to 15 digits, without spaces or punctuation',
}
const sampleErrors = {
  send: problemBody(
    problem('request.invalid', 400, { detail: `${wrongPhone.field} ${wrongPhone.message}`, errors: [wrongPhone] }),
    'req_01',
  ),
  status: problemBody(problem('resource.not_found', 404, { detail: 'The send does not exist' }), 'req_01'),
}

const maxNameLength = 30
const suffixLength = 6

/** A suffix distinguishes ids that differ only in characters a name cannot contain, or beyond its maximum length. */
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
  if (input.includes('.')) return 'must not contain a dot'
  if (input.startsWith('$')) return 'must not begin with $'
  return [...input].length > maxInputLength ? `must have at most ${maxInputLength} characters` : undefined
}
