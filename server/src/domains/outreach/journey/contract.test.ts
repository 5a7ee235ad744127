import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'
import { problem } from '../../../platform/http/problem.ts'
import { ActionDefinition, buildActionDefinition } from './action-definition.ts'
import { JourneySend } from './request.ts'
import { JourneyOutcome, JourneyStatus, toAcceptedOutcome, toJourneyStatus, toRefusedOutcome } from './responses.ts'
import { journeyRoutes, parseTolerantJson } from './routes.ts'

/** `contract.json` is what existing journeys rely on. Only add to it. */
const contract = JSON.parse(readFileSync(new URL('./contract.json', import.meta.url), 'utf8')) as {
  contract: string
  doors: string[]
  request: { least: object[]; optional: Record<string, unknown[]> }
  outcomes: Record<JourneyOutcome['outcome'], JourneyOutcome['reason'][]>
  idempotencies: JourneyOutcome['idempotency'][]
  states: JourneyStatus['state'][]
} & Record<'response' | 'status' | 'definition' | 'send' | 'statusAction' | 'field', Record<string, string>>

const promise =
  'The promise of journey/1: response fields may be added, request fields only as optional; nothing is ' +
  'removed, renamed, retyped or made required; no outcome or reason is removed or given another meaning. A change ' +
  'that breaks this needs a new path, not a new contract.json. Broken here: '

function mustKeep(isKept: boolean, what: string): void {
  assert.ok(isKept, promise + what)
}

function typeOf(value: unknown): string {
  if (!Array.isArray(value)) return typeof value
  return `list of ${value.length > 0 ? typeOf(value[0]) : 'string'}s`
}

function mustHave(body: object, fields: Record<string, string>, where: string): void {
  for (const [field, type] of Object.entries(fields)) {
    const value = (body as Record<string, unknown>)[field]
    mustKeep(value !== null && typeOf(value) === type, `${where}.${field} is ${typeOf(value)}, not ${type}`)
  }
}

test('every route keeps its path', () => {
  const doors = journeyRoutes({} as never).map(({ method, path }) => `${method} ${path}`)
  for (const door of contract.doors) mustKeep(doors.includes(door), door)
})

const documented = new Ajv2020({ strict: false }).compile(z.toJSONSchema(JourneySend, { io: 'input' }))

test('a request that was ever accepted remains accepted and documented', () => {
  const [live = {}] = contract.request.least
  const optional = Object.entries(contract.request.optional).flatMap(([path, values]) =>
    values.map((value) => withValue(live, path.split('.'), value)),
  )
  for (const body of [...contract.request.least, ...optional]) {
    const text = JSON.stringify(body)
    mustKeep(JourneySend.safeParse(parseTolerantJson(text)).success, `${text} is refused`)
    mustKeep(documented(body), `${text} is not in the API reference`)
  }
})

test('requests that are never valid are not documented', () => {
  const [live = {}] = contract.request.least
  const unfit = { 'profile.phone': '2025550143', 'profile.channel': 'fax', profileUpdate: 'merge', dryRun: 'perhaps', fone: '', journey: [] } // biome-ignore format: one line
  for (const [path, value] of Object.entries(unfit)) {
    const body = withValue(live, path.split('.'), value)
    assert.deepEqual(
      [JourneySend.safeParse(parseTolerantJson(JSON.stringify(body))).success, documented(body)],
      [false, false],
    )
  }
})

function withValue(body: object, [key = '', ...rest]: string[], value: unknown): object {
  const inner = (body as Record<string, unknown>)[key]
  return { ...body, [key]: rest.length === 0 ? value : withValue((inner ?? {}) as object, rest, value) }
}

test('every response to a send has all its fields with their original meaning', () => {
  const outcomes = (['queued', 'duplicate', 'skipped'] as const).map((status) =>
    toAcceptedOutcome({ status, outreachId: 'spring', unknownInputs: [] }, 'journey'),
  )
  const refused = (['opted_out', 'consent_declined', 'consent_denied', 'missing_inputs'] as const).map((end) =>
    toRefusedOutcome(problem(`agent.outreach.${end}`, (end.startsWith('consent_den') ? 409 : 422) as never), 'derived'),
  )
  const responses = [...outcomes, ...refused]
  for (const one of responses) mustHave(one, contract.response, `the answer ${one.outcome} ${one.reason}`)
  for (const [outcome, reasons] of Object.entries(contract.outcomes)) {
    for (const reason of reasons)
      mustKeep(
        responses.some((one) => one.outcome === outcome && one.reason === reason),
        `nothing is answered with ${outcome} and the reason "${reason}"`,
      )
  }
  const known = JourneyOutcome.shape.idempotency.options
  for (const one of contract.idempotencies) mustKeep(known.includes(one), `idempotency ${one} is gone`)
})

test('the status of a send has all its fields', () => {
  const delivery = { delivered: false, read: false }
  for (const state of contract.states) {
    mustKeep(JourneyStatus.shape.state.options.includes(state), `the state ${state} is gone`)
    mustHave(toJourneyStatus({ sendId: 'snd_1', state, delivery }), contract.status, `the status ${state}`)
  }
})

test('an action definition has all its fields', () => {
  const outreach = { id: 'spring', name: 'Spring', enabled: true, class: 'service', inputs: ['plan'] } as const
  const action = buildActionDefinition({ key: 1, id: 'a', orgId: 'o' }, outreach as never, 'https://parley.example.com')
  assert.ok(ActionDefinition.safeParse(action).success)
  mustKeep(action.contract === contract.contract, `the contract is ${action.contract}`)
  mustHave(action, contract.definition, 'the definition')
  mustHave(action.send, contract.send, 'send')
  mustHave(action.status, contract.statusAction, 'status')
  for (const field of action.send.fields ?? []) mustHave(field, contract.field, field.field)
  mustHave(action.send.response, contract.response, 'the sample of a response')
  mustHave(action.status.response, contract.status, 'the sample of a status')
  mustKeep(
    JourneySend.safeParse(parseTolerantJson(JSON.stringify(action.send.request))).success,
    'the sample request is refused',
  )
  const paths = Object.keys(contract.request.optional).filter(
    (path) => !['emulator', 'emulator.personaId'].includes(path),
  )
  const offered = (action.send.fields ?? []).map(({ field }) => field)
  for (const path of paths)
    mustKeep(
      offered.some((field) => field === path || field.startsWith(`${path}.`)),
      `no field ${path}`,
    )
})
