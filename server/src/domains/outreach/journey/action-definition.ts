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
    `Warning: the Outreach ${name} (${id}) is turned off. Until somebody turns it on, every send answers 404 agent.outreach.not_found and reaches nobody.`,
  ]
}

const setUp = ({ send, status }: Names): string[] => [
  'In Parley, make an API key whose only scope is integrations:journey. It is shown once; keep it as a secret of the journey platform.',
  `In the journey platform, make a custom action named ${send} with the method, url and headers of send, and one named ${status} with those of status. In the header Authorization, put the key behind the word Bearer.`,
  'Paste send.request as the request of the first action, and set each field as send.fields says: a constant with its value, a variable to be mapped in the journey.',
  'Paste send.response and status.response as the responses, and errorResponse as the response on failure. Give both actions at least 10 seconds to answer.',
]

const mapping = (inputs: readonly string[]): string[] => [
  'Map profile.phone to the mobile number: a plus sign and 7 to 15 digits, without spaces. Anything else is refused with 400.',
  inputs.length === 0
    ? 'This Outreach has no inputs: leave inputs out, or empty.'
    : `Map every input: ${inputs.join(', ')}. One that the opener needs and nobody supplied ends in the outcome refused with the reason missing_inputs.`,
  'Map journey.versionId, journey.nodeId and journey.instanceId to the ids that the platform gives them. Together they let a step send once for each profile and entry, however often it is called. Without all three, the Outreach goes to a profile once a UTC day, and the answer says idempotency derived.',
  'Map consent.sms to y where the person agreed to messages and to n where they declined. Anything else claims nothing.',
  'What a profile lacks may be sent as null or as an empty text: it is read as not supplied and changes nothing.',
]

const reading = ({ status }: Names): string[] => [
  'Branch on outcome. queued: the message is on its way. duplicate: this step has sent before, and sendId names that send. skipped: a dry run. refused: nothing was sent, and reason says why.',
  'On refused, do not reach the person another way: opted_out is lasting, declined and consent_denied are their word. Only missing_inputs is a fault of the mapping. Treat a reason that you do not know as: do not reach this person another way.',
  'Retry on any HTTP error: it is safe, since a step that has sent is not sent again. On 429 wait as long as Retry-After says; on 400, 401, 403 and 404 first mend what detail names.',
  `To learn what became of a send, wait some minutes and call ${status} with its sendId, as the query parameter or behind the url, until final is true. reachable is false only where the number cannot receive RCS: then another channel is right.`,
  'Before the journey goes live, test it with dryRun true. To see the conversation itself, call the send with emulator.personaId and an empty profile: it opens in that persona of the emulator.',
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
  if (input.includes('.')) return 'must have no dot'
  if (input.startsWith('$')) return 'must not begin with $'
  return [...input].length > maxInputLength ? `must have at most ${maxInputLength} characters` : undefined
}
