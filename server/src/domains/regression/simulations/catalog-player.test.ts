import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentFlow } from '@parley/definition'
import {
  advance,
  createPlayer,
  type FlowInput,
  type FlowRequest,
  type FlowState,
  type FlowWorld,
  manners,
  type PlayerView,
} from '@parley/flow'
import { fc } from '@parley/test-kit'
import { builtInCatalog } from '../../catalogs/index.ts'

/** The embedded player fills every flow of the catalog, in every manner and with every seed. */

const now = '2030-01-31T12:00:00.000Z'
const flows = builtInCatalog
  .list('playbook-templates')
  .flatMap(({ id, name, flow }) => (flow ? [{ id, name, flow: flow as AgentFlow }] : []))
const maxTurns = 60

type Ended = { kind: FlowRequest['kind']; turns: string[]; answers: Record<string, string[]> }

function converse(
  flow: AgentFlow,
  { name, manner, seed }: { name: string; manner: (typeof manners)[number]; seed: number },
): Ended {
  const world: FlowWorld = {
    flowOf: (id) => (id === 'main' ? flow : undefined),
    person: () => undefined,
    now,
    timezone: 'UTC',
  }
  const player = createPlayer({ goal: name, manner }, { seed, world })
  const silent: PlayerView = { text: '', chips: [], times: 0, asksToConfirm: false }
  const turns = [String(player.next(silent))]
  const answers: Ended['answers'] = {}
  let state: FlowState | undefined
  let input: FlowInput = { kind: 'start', playbookId: 'main', text: turns[0] }
  for (let step = 0; step < maxTurns * 4 && turns.length < maxTurns; step++) {
    const advanced = advance(state, input, world)
    state = advanced.state
    const { request } = advanced
    if (request.kind === 'over' || request.kind === 'handoff') return { kind: request.kind, turns, answers }
    const outside = answerFromOutside(request)
    if (outside) {
      input = outside
      continue
    }
    const asked = nameQuestion(state)
    const reply = replyTo(state, flow, (question) => player.next({ ...silent, question }))
    turns.push(reply.text)
    answers[asked] = [...(answers[asked] ?? []), reply.text]
    input = reply
  }
  return { kind: 'reply', turns, answers }
}

/** The slot that is asked, or what is to be confirmed. */
function nameQuestion(state: FlowState | undefined): string {
  const { awaits, step } = state?.frames.at(-1) ?? {}
  return awaits?.kind === 'slot' ? awaits.slot : JSON.stringify([step, awaits])
}

function answerFromOutside(request: FlowRequest): FlowInput | undefined {
  if (request.kind === 'action') return { kind: 'acted', ok: true }
  if (request.kind === 'reading') return { kind: 'read', reading: { kind: 'unclear' } }
  if (request.kind === 'digression') return { kind: 'back' }
  if (request.kind !== 'choices') return undefined
  const times = ['2030-02-01T10:00:00.000Z', '2030-02-02T15:00:00.000Z']
  const isTime = request.slot.type === 'timeslot' || request.source === 'scheduling.offerTimes'
  const choices = isTime
    ? times.map((id) => ({ id, label: id.slice(0, 16).replace('T', ' ') }))
    : [
        { id: 'a', label: 'The first' },
        { id: 'b', label: 'The second' },
      ]
  return { kind: 'choices', choices }
}

function replyTo(
  state: FlowState | undefined,
  flow: AgentFlow,
  next: (question: NonNullable<PlayerView['question']>) => ReturnType<ReturnType<typeof createPlayer>['next']>,
): Extract<FlowInput, { kind: 'reply' }> {
  const open = state?.frames.at(-1)?.awaits
  assert.ok(open && open.kind !== 'action' && open.kind !== 'choices' && open.kind !== 'reading')
  const slot = 'slot' in open ? flow.slots.find(({ name }) => name === open.slot) : undefined
  const turn = next({ open, ...(slot && { slot }) })
  assert.ok(turn !== undefined)
  if (typeof turn === 'string') return { kind: 'reply', text: turn }
  const offered = open.kind === 'slot' ? (open.offered ?? []) : []
  if ('confirm' in turn) return { kind: 'reply', text: turn.fallback, picked: [turn.confirm ? 'yes' : 'no'] }
  const choice = 'slot' in turn ? offered[turn.slot] : offered.find(({ label }) => label === turn.chip)
  return { kind: 'reply', text: turn.fallback, ...(choice && { picked: [choice.id] }) }
}

test('the plain player fills every flow of the catalog', () => {
  assert.ok(flows.length > 5)
  for (const { id, name, flow } of flows) {
    for (let seed = 0; seed < 20; seed++) {
      const { kind, turns, answers } = converse(flow, { name, manner: 'plain', seed })
      const story = `${id}, seed ${seed}: ${turns.join(' | ')}`
      assert.notEqual(kind, 'reply', story)
      for (const [slot, given] of Object.entries(answers)) assert.equal(given.length, 1, `${slot} twice in ${story}`)
    }
  }
})

test('the player answers what a slot is about', () => {
  const given = new Map<string, Set<string>>()
  for (const { name, flow } of flows) {
    for (let seed = 0; seed < 20; seed++) {
      const { answers } = converse(flow, { name, manner: 'plain', seed })
      for (const [slot, texts] of Object.entries(answers))
        given.set(slot, new Set([...(given.get(slot) ?? []), ...texts]))
    }
  }
  const forms: Record<string, RegExp> = {
    firstName: /^(?:Alex|Sam|Jo)$/,
    phone: /^\+\d{10,}$/,
    email: /^[\w.]+@example\.(?:com|org)$/,
    company: /^(?:Northwind Bakery|Harbor Studio|Lindgren and Sons)$/,
    place: /^\d+ .+, .+$/,
    guests: /^(?:[234]|12)$/,
    score: /^[3589]$/,
    wishes: /^(?:No, nothing special|A quiet place, please)$/,
    occasion: /^A .+/,
    wrong: /^It? /,
  }
  for (const [slot, form] of Object.entries(forms)) {
    const texts = [...(given.get(slot) ?? assert.fail(`${slot} is never asked`))]
    for (const text of texts) assert.match(text, form, slot)
    assert.ok(texts.length > 1, `${slot} has one answer: ${texts}`)
  }
})

test('every manner and seed fills them, and the same seed says the same', () => {
  fc.assert(
    fc.property(fc.constantFrom(...flows), fc.constantFrom(...manners), fc.nat(), ({ name, flow }, manner, seed) => {
      const played = converse(flow, { name, manner, seed })
      assert.notEqual(played.kind, 'reply', `${name}, ${manner}: ${played.turns.join(' | ')}`)
      assert.deepEqual(converse(flow, { name, manner, seed }), played)
    }),
    { numRuns: 300 },
  )
})
