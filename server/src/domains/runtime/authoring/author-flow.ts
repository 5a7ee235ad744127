import {
  type AgentDefinition,
  type AgentFlow,
  type AgentPlaybook,
  describeToolKnowledge,
  hashBody,
  lintFlow,
  listEnabledLocations,
  listIntegrationActions,
  parseFlow,
  slotPredicates,
  slotTypes,
  toolNames,
} from '@parley/definition'
import type { Finding } from '@parley/findings'
import { type DryRun, dryRun } from '@parley/flow'
import { problem } from '../../../platform/http/problem.ts'
import type { World } from '../../../platform/world.ts'
import type { AgentDeps } from '../../agents/index.ts'
import { type CallCost, sumCosts } from '../../models/index.ts'
import type { AgentModels } from '../models/agent-models.ts'
import { type Model, ModelError, type ModelMessage } from '../models/model.ts'

/** The prompt for the authoring model: the flow language, the available tools and content, and the request. */
function buildFlowPrompt({ definition, playbook, brief, uses = playbook.uses }: FlowAuthoringRequest): string {
  const allowed = toolNames.filter(
    (name) => name === 'knowledge.search' || uses.includes(name.slice(0, name.indexOf('.'))),
  )
  const integrations = definition.integrations
    .filter(({ id }) => uses.includes(`integration:${id}`))
    .flatMap(listIntegrationActions)
  const list = (title: string, entries: readonly string[]) => `${title}: ${entries.join(', ') || 'none'}`
  return [
    'Write {"flow": {...}, "notes": "one sentence on what you decided"}.',
    flowLanguage,
    list('Tools of actions', [...allowed, ...integrations]),
    list(
      'Message templates',
      definition.messageTemplates.map(({ id }) => id),
    ),
    list(
      'Playbooks',
      definition.playbooks.map(({ id }) => id),
    ),
    list(
      'Custom person fields',
      definition.peopleFields.map(({ key }) => `person.customFields.${key}`),
    ),
    ...(definition.locations.length > 0 ? [listLocations(definition)] : []),
    `The playbook “${playbook.name}” says:\n${playbook.body}`,
    brief ? `What is wanted: ${brief}` : 'Write the path that the playbook describes.',
  ].join('\n')
}

/** An agent without locations needs no slot for them. */
function listLocations({ locations }: AgentDefinition): string {
  const ids = listEnabledLocations(locations).map(({ id }) => id)
  return `Locations (a slot of the type location asks which one is meant; ask before offering times): ${ids.join(', ')}`
}

const flowLanguage = `A flow is {"id", "name", "slots": [...], "steps": [...], "onComplete"?: "return"|"end", "allowDigressions"?: boolean}.
A slot is {"name", "type", "required"?, "bind"?: "person.email", "options"?: [texts], "source"?: "scheduling.offerTimes"|"things"|"collection:<id>", "prompt"?, "validate"?, "confirm"?: boolean}; type is one of ${slotTypes.join(', ')}; validate is a /regex/ or one of ${slotPredicates.join(', ')}; a timeslot that is booked has the source scheduling.offerTimes.
A step has exactly one of: {"collect": "slot" or ["slot"]}, {"say": "text" or {"text", "suggestions": [1 to 4 texts]}}, {"action": "tool", "with"?: {...}, "confirm"?: "question", "on_error"?: "retry"|"handoff"|"branch"}, {"branch": [{"if": "slot == value", "goto": "stepId"}], "else"?: "stepId"}, {"call": "playbookId"}, {"handoff": "human" or "playbookId"}, {"end": {"outcome": "word"}}; any step may have "id".
Conditions: slot == value, !=, <, <=, >, >=, in [a, b], exists, joined by and, or, not; operands are slot names, person.<field>, last.ok. Texts may hold {slot} and {person.firstName}.`

export type FlowAuthoringRequest = {
  definition: AgentDefinition
  playbook: AgentPlaybook
  brief?: string
  uses?: string[]
}

type CheckedFlow = {
  flow?: AgentFlow
  schema: { ok: boolean; errors: Finding[] }
  lint: { errors: Finding[]; warnings: Finding[]; advice: Finding[] }
  dryRun?: DryRun
}

/** The generated flow and all findings about it. Nothing is stored. */
export type AuthoredFlow = CheckedFlow & {
  ok: boolean
  notes?: string
  brief: string
  attempts: number
  model: string
  usage: { input: number; output: number; cost?: CallCost }
  error?: string
}

const maxAttempts = 3
const timeoutMilliseconds = 60_000

/**
 * Lets a model write a flow until it is valid, at most three times. Throws ModelError when the model cannot be reached.
 */
export async function authorFlow(
  request: FlowAuthoringRequest,
  { model, now, signal }: { model: Model; now: Date; signal: AbortSignal },
): Promise<AuthoredFlow> {
  const { brief = request.playbook.body } = request
  const usage: AuthoredFlow['usage'] = { input: 0, output: 0 }
  const messages: ModelMessage[] = [{ role: 'user', text: buildFlowPrompt(request) }]
  const named = `${model.name.provider}:${model.name.model}`
  let last: CheckedFlow = unreadableFlow('nothing was written')
  let notes: string | undefined
  for (let attempts = 1; ; attempts++) {
    const answered = await model.answer({
      purpose: 'author',
      sections: [
        { name: 'task', text: 'You write deterministic conversation flows as JSON. Answer with the JSON alone.' },
      ],
      messages,
      hints: { kind: 'none' },
      withinMilliseconds: timeoutMilliseconds,
      signal,
    })
    usage.input += answered.usage.inputTokens
    usage.output += answered.usage.outputTokens
    const [cost] = sumCosts([usage.cost, answered.usage.cost])
    if (cost) usage.cost = cost
    const written = parseWrittenFlow(answered.text)
    notes = written?.notes ?? notes
    last = written ? check(written.flow, request, now) : unreadableFlow('the answer was not a JSON object')
    const ok = hasNoErrors(last)
    const about = { ...last, ok, ...(notes && { notes }), brief, attempts, model: named, usage }
    if (ok) return { ...about, flow: withProvenance(last.flow as AgentFlow, request, { model: named, now }) }
    if (attempts === maxAttempts) return { ...about, error: describeFindings(last) }
    messages.push(
      { role: 'assistant', text: answered.text },
      { role: 'user', text: `${describeFindings(last)} Write the whole JSON again.` },
    )
  }
}

/** The model may wrap the JSON in a code fence and return either `{ flow, notes }` or the flow itself. */
function parseWrittenFlow(text: string): { flow: unknown; notes?: string } | undefined {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  try {
    const read: unknown = JSON.parse(json)
    if (typeof read !== 'object' || read === null) return undefined
    if (!('flow' in read)) return { flow: read }
    return { flow: read.flow, ...('notes' in read && typeof read.notes === 'string' && { notes: read.notes }) }
  } catch {
    return undefined
  }
}

function check(written: unknown, request: FlowAuthoringRequest, now: Date): CheckedFlow {
  const parsed = parseFlow(written, 'flow')
  if (!parsed.ok) return { schema: { ok: false, errors: parsed.findings }, lint: noFindings() }
  const { flow } = parsed
  const findings = lintFlow(flow, 'flow', buildFlowSurroundings(request))
  const of = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity)
  const lint = { errors: of('error'), warnings: of('warning'), advice: of('advice') }
  const { definition, playbook } = request
  const world = {
    flowOf: (id: string) => definition.playbooks.find((one) => one.id === id)?.flow,
    person: () => undefined,
    now: now.toISOString(),
    timezone: definition.scheduling.timezone ?? 'UTC',
    locations: definition.locations,
  }
  const run = lint.errors.length === 0 ? dryRun(flow, world, { playbookId: playbook.id }) : undefined
  return { flow, schema: { ok: true, errors: [] }, lint, ...(run && { dryRun: run }) }
}

const hasNoErrors = ({ schema, lint, dryRun: run }: CheckedFlow): boolean =>
  schema.ok && lint.errors.length === 0 && run?.reachedEnd === true

function buildFlowSurroundings({ definition, playbook, uses = playbook.uses }: FlowAuthoringRequest) {
  const has = (list: readonly { id: string }[]) => (id: string) => list.some((one) => one.id === id)
  return {
    playbookId: playbook.id,
    uses,
    knows: {
      template: has(definition.messageTemplates),
      playbook: has(definition.playbooks),
      integration: has(definition.integrations),
      integrationTool: (id: string, tool: string) =>
        describeToolKnowledge(
          definition.integrations.find((one) => one.id === id),
          tool,
        ),
      peopleField: (key: string) => definition.peopleFields.some((field) => field.key === key),
      location: has(definition.locations),
    },
    flowOf: (id: string) => definition.playbooks.find((one) => one.id === id)?.flow,
  }
}

const withProvenance = (
  flow: AgentFlow,
  { playbook }: FlowAuthoringRequest,
  { model, now }: { model: string; now: Date },
): AgentFlow => ({
  ...flow,
  generatedFrom: { bodyHash: hashBody(playbook.body), by: 'model', at: now.toISOString(), model },
})

const noFindings = (): CheckedFlow['lint'] => ({ errors: [], warnings: [], advice: [] })

function unreadableFlow(message: string): CheckedFlow {
  const finding: Finding = { severity: 'error', code: 'flow.schema', path: 'flow', message }
  return { schema: { ok: false, errors: [finding] }, lint: noFindings() }
}

function describeFindings({ schema, lint, dryRun: run }: CheckedFlow): string {
  const wrong = [...schema.errors, ...lint.errors].slice(0, 12).map(({ path, message }) => `${path} ${message}`)
  if (wrong.length > 0) return `The flow is not valid: ${wrong.join('; ')}.`
  return `The flow does not reach its end: it is stuck at ${run?.stuckAt ?? 'its first step'}.`
}

/** Longer than three attempts of a slow model take. */
const maxMilliseconds = 180_000

/** Handler of `flow:generate`. */
export function createFlowAuthor(
  { forAuthor }: Pick<AgentModels, 'forAuthor'>,
  world: World,
): AgentDeps['generateFlow'] {
  return async (agent, wish, named) => {
    const author = await forAuthor(agent)
    if (!author) throw problem('agent.flow.authoring_unavailable', 503)
    const model = author(named)
    if (!model) {
      throw problem('request.malformed', 400, {
        detail: 'model must be a model of the same provider as the authoring model',
      })
    }
    const signal = AbortSignal.timeout(maxMilliseconds)
    try {
      return await authorFlow(wish, { model, now: world.now(), signal })
    } catch (error) {
      if (error instanceof ModelError || signal.aborted) throw problem('agent.flow.authoring_unreachable', 502)
      throw error
    }
  }
}
