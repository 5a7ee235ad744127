import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentFlow } from '@parley/definition'
import { fc } from '@parley/test-kit'
import { advance } from '../advance.ts'
import type { AdvanceResult, FlowInput, FlowWorld, StepPosition } from '../engine.ts'
import { searchByBruteForce } from '../testing/brute-force.ts'
import { createVerificationWorld, readFlow } from '../testing/verification.ts'
import type { Counterexample, VerificationFinding } from './findings.ts'
import { verifyFlow } from './verify.ts'

const slots = [
  { name: 'kind', type: 'enum', options: ['Boat', 'Car', 'Bike'] },
  { name: 'sure', type: 'boolean' },
  { name: 'count', type: 'number' },
  { name: 'note', type: 'string', required: false },
]
const names = slots.map(({ name }) => name)
const condition = fc.constantFrom(
  'kind == Boat',
  'kind in [Car, Plane]',
  'sure',
  'not sure',
  'count > 3',
  'count <= 3 and count != 1',
  'note exists',
  'note == yes',
  'last.ok',
  'kind == Boat and count > 5',
)
const target = fc.nat(7)
const step = fc.oneof(
  fc.record({ collect: fc.subarray(names, { minLength: 1, maxLength: 2 }) }),
  fc.record({ say: fc.constantFrom('Hello.', 'It is {kind}.', '{count} of {kind}', 'Note: {note|none}', '{note}') }),
  fc.record({
    branch: fc.array(fc.record({ if: condition, goto: target }), { minLength: 1, maxLength: 2 }),
    else: fc.option(target, { nil: undefined }),
  }),
  fc.record({
    action: fc.constant('integration:crm.call'),
    on_error: fc.constantFrom(undefined, 'branch', 'handoff', 'retry'),
  }),
  fc.record({ end: fc.record({ outcome: fc.constantFrom('done', 'other') }) }),
)
type DrawnStep = Record<string, unknown>

/** Targets are positions; every step gets its position as id. */
function toFlow(steps: readonly DrawnStep[]): AgentFlow {
  const id = (at: number) => `s${at % steps.length}`
  return readFlow({
    slots,
    steps: steps.map((one, at) => {
      const { branch, else: otherwise, ...rest } = one as { branch?: { if: string; goto: number }[]; else?: number }
      const cases = branch?.map((single) => ({ ...single, goto: id(single.goto) }))
      const defined = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
      return {
        id: `s${at}`,
        ...defined,
        ...(cases && { branch: cases }),
        ...(otherwise !== undefined && { else: id(otherwise) }),
      }
    }),
  })
}
const flows = fc.array(step, { minLength: 1, maxLength: 8 }).map((steps) => toFlow(steps as DrawnStep[]))

type Observed = {
  passed: Set<number>
  cases: Set<string>
  missing: Set<number>
  runOut: Set<number>
  isStopped: boolean
  ended: boolean
}
/** Undefined ends the conversation. */
type Reply = (result: AdvanceResult) => FlowInput | undefined

/** Holds one conversation with the engine and writes down what happens. */
function converse(world: FlowWorld, reply: Reply, maxInputs: number): Observed {
  const seen: Observed = {
    passed: new Set(),
    cases: new Set(),
    missing: new Set(),
    runOut: new Set(),
    isStopped: false,
    ended: false,
  }
  let last: StepPosition[] = []
  let ranOut = false
  const observed: FlowWorld = {
    ...world,
    observer: {
      readMissingSlot: ({ step }) => seen.missing.add(step),
      chooseCase: ({ step }, chosen) => seen.cases.add(`${step} ${chosen}`),
      runOut: () => {
        ranOut = true
      },
    },
  }
  let result = advance(undefined, { kind: 'start', playbookId: 'main', text: 'Hello' }, observed)
  for (let count = 0; ; count++) {
    for (const { step } of result.passed ?? []) seen.passed.add(step)
    last = result.passed ?? last
    if (result.stoppedAt) seen.isStopped = true
    seen.ended = result.request.kind === 'over' || result.request.kind === 'handoff'
    const input = seen.ended || count >= maxInputs ? undefined : reply(result)
    if (!input) break
    result = advance(result.state, input, observed)
  }
  if (ranOut) seen.runOut.add(last.at(-1)?.step ?? -1)
  return seen
}

const texts = ['Boat', 'car', 'Bike', 'yes', 'no', '0', '1', '2', '3', '4', '5', '6', '17', 'skip', 'some words', '??']

/** One of each kind: every condition of these flows tells them apart, and nothing else does. */
const distinctTexts = ['Boat', 'car', 'Bike', 'yes', 'no', '1', '2', '5', '6', 'skip', '??']

function randomReply(draws: readonly number[]): Reply {
  let at = 0
  const draw = (count: number) => (draws[at++ % draws.length] as number) % count
  return ({ request }) => {
    if (request.kind === 'action') return { kind: 'acted', ok: draw(2) === 0 }
    if (request.kind === 'reading') return { kind: 'read', reading: { kind: 'unclear' } }
    if (request.kind === 'digression') return { kind: 'back' }
    return { kind: 'reply', text: texts[draw(texts.length)] as string }
  }
}

/** Plays a counterexample as a test case would. */
function replay({ turns, stubs = {} }: Counterexample): Reply {
  const left = turns.slice(1)
  const { crm } = stubs as { crm?: { inOrder?: object[] } }
  const answers = [...(crm?.inOrder ?? [])]
  return ({ request }) => {
    if (request.kind === 'action') {
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? crm
      return { kind: 'acted', ok: !(answer && 'fail' in answer) }
    }
    const turn = left.shift()
    if (turn === undefined) return undefined
    if (typeof turn === 'string') return { kind: 'reply', text: turn }
    return { kind: 'reply', text: turn.fallback }
  }
}

const stepOf = ({ path }: VerificationFinding) => Number(/steps\[(\d+)\]/.exec(path)?.[1])

test('random conversations find no fault that verification does not find, and reach nothing that it calls unreachable', () => {
  fc.assert(
    fc.property(
      flows,
      fc.array(fc.array(fc.nat(), { minLength: 25, maxLength: 25 }), { minLength: 15, maxLength: 15 }),
      (flow, conversations) => {
        const world = createVerificationWorld(new Map([['main', flow]]))
        const { complete, findings } = verifyFlow('main', world)
        fc.pre(complete)
        const found = (code: string) => new Set(findings.filter((one) => one.code === code).map(stepOf))
        const neverTaken = findings.filter(({ code }) => code === 'branch_never_taken').map(({ path }) => path)
        for (const draws of conversations) {
          const seen = converse(world, randomReply(draws), 25)
          for (const at of seen.missing) assert.ok(found('slot_read_before_set').has(at), `read before set at ${at}`)
          for (const at of seen.runOut) assert.ok(found('dead_end').has(at), `dead end at ${at}`)
          for (const at of found('unreachable_step')) assert.ok(!seen.passed.has(at), `step ${at} is reachable`)
          for (const chosen of seen.cases) {
            const [at, index] = chosen.split(' ')
            assert.ok(!neverTaken.includes(`steps[${at}].branch[${index}]`), `case ${chosen} is taken`)
          }
          if (seen.isStopped) assert.ok(findings.some(({ code }) => code === 'endless_loop' || code === 'dead_end'))
        }
      },
    ),
    { numRuns: 600 },
  )
})

test('an exhaustive search with concrete answers finds the faults of verification, and no others', () => {
  fc.assert(
    fc.property(flows, (flow) => {
      const world = createVerificationWorld(new Map([['main', flow]]))
      const { complete, findings } = verifyFlow('main', world)
      const met = searchByBruteForce(world, { texts: distinctTexts, maxStates: 150 })
      fc.pre(complete && met.isComplete)
      const found = (code: string) => new Set(findings.filter((one) => one.code === code).map(stepOf))
      assert.deepEqual([...met.missing].sort(), [...found('slot_read_before_set')].sort(), 'read before set')
      const steps = flow.steps.map((_, at) => at)
      assert.deepEqual(
        steps.filter((at) => !met.passed.has(at)),
        [...found('unreachable_step')].sort(),
        'unreachable steps',
      )
      for (const at of met.runOut) assert.ok(found('dead_end').has(at), `dead end at ${at}`)
      const taken = (at: number, index: number) => met.cases.has(`${at} ${index}`)
      const neverTaken = flow.steps.flatMap((one, at) =>
        'branch' in one && met.passed.has(at)
          ? one.branch.flatMap((_, index) => (taken(at, index) ? [] : `steps[${at}].branch[${index}]`))
          : [],
      )
      const claimed = findings.filter(({ code }) => code === 'branch_never_taken').map(({ path }) => path)
      assert.deepEqual(claimed.sort(), neverTaken.sort(), 'branches never taken')
      const lost = new Set(
        flow.steps.flatMap((one) => ('end' in one && !met.outcomes.has(one.end.outcome) ? one.end.outcome : [])),
      )
      assert.equal(found('outcome_unreachable').size, lost.size, 'outcomes')
      const loops = findings.some(({ code }) => code === 'endless_loop')
      if (!met.isStopped) assert.equal(loops, met.isTrapped, 'endless loop')
      else assert.ok(loops || found('dead_end').size > 0, 'a flow that is stopped')
    }),
    { numRuns: 1_000 },
  )
})

test('every counterexample shows its fault when it is played', () => {
  fc.assert(
    fc.property(flows, (flow) => {
      const world = createVerificationWorld(new Map([['main', flow]]))
      for (const finding of verifyFlow('main', world).findings) {
        const { code, counterexample } = finding
        if (counterexample.turns.length === 0) continue
        const seen = converse(world, replay(counterexample), Number.POSITIVE_INFINITY)
        if (code === 'slot_read_before_set') assert.ok(seen.missing.has(stepOf(finding)))
        if (code === 'dead_end') assert.ok(seen.runOut.has(stepOf(finding)) || seen.isStopped)
        if (code === 'tool_failure_unhandled') assert.ok(seen.passed.has(stepOf(finding)))
        if (code === 'endless_loop') assert.ok(!seen.ended || seen.isStopped)
      }
    }),
    { numRuns: 2_000 },
  )
})
