import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { type AgentFlow, parseFlow } from '../flow.ts'
import { lintFlow } from '../lint.ts'

/** A step of one of these few forms, identified by its position; targets are positions too. */
type Drawn = {
  kind: 'say' | 'end' | 'fail' | 'branch' | 'call'
  to: number[]
  otherwise?: number | undefined
  whom: string
}

const drawn = fc.record({
  kind: fc.constantFrom('say', 'end', 'fail', 'branch', 'branch', 'branch'),
  to: fc.array(fc.nat(7), { minLength: 1, maxLength: 2 }),
  otherwise: fc.option(fc.nat(7), { nil: undefined }),
  whom: fc.constantFrom('a', 'b', 'c'),
}) as fc.Arbitrary<Drawn>
const calling = fc.oneof(
  drawn,
  drawn.map((one): Drawn => ({ ...one, kind: 'call' })),
)

function written(steps: Drawn[]): AgentFlow {
  const target = (at: number) => `s${at % steps.length}`
  const forms: Record<Drawn['kind'], (step: Drawn) => object> = {
    say: () => ({ say: 'Hello' }),
    end: () => ({ end: { outcome: 'done' } }),
    fail: () => ({ action: 'knowledge.search', on_error: 'handoff' }),
    branch: ({ to, otherwise }) => ({
      branch: to.map((at) => ({ if: 'last.ok', goto: target(at) })),
      ...(otherwise !== undefined && { else: target(otherwise) }),
    }),
    call: ({ whom }) => ({ call: whom }),
  }
  const parsed = parseFlow({ steps: steps.map((step, at) => ({ id: `s${at}`, ...forms[step.kind](step) })) }, 'flow')
  if (!parsed.ok) assert.fail(JSON.stringify(parsed.findings))
  return parsed.flow
}

type Book = Record<string, Drawn[]>

/** Every position that a bounded run can reach; it passes a call if the called playbook can finish. */
function visited(book: Book, id: string, from: number, calls = Object.keys(book).length): Set<number> {
  const steps = book[id] ?? []
  const seen = new Set<number>()
  const walk = (at: number): void => {
    if (seen.has(at)) return
    seen.add(at)
    const step = steps[at]
    if (!step) return
    const { kind, to, otherwise, whom } = step
    if (kind === 'end' || kind === 'fail') walk(steps.length)
    if (kind === 'branch') for (const place of to) walk(place % steps.length)
    if (kind === 'branch' && otherwise !== undefined) walk(otherwise % steps.length)
    else if (kind === 'call' ? finishes(book, whom, calls - 1) : kind !== 'end') walk(at + 1)
  }
  walk(from)
  return seen
}

/** Calls nested deeper than the number of playbooks only repeat. */
function finishes(book: Book, id: string, calls = Object.keys(book).length): boolean {
  return calls > 0 && visited(book, id, 0, calls).has(book[id]?.length ?? 0)
}

const integrationTool = () => 'known' as const

function findings(book: Book, id: string): string[] {
  const flows = new Map(Object.entries(book).map(([key, steps]) => [key, written(steps)]))
  const knows = {
    template: () => true,
    playbook: () => true,
    integration: () => true,
    integrationTool,
    peopleField: () => true,
    location: () => true,
  }
  const around = { playbookId: id, uses: [], knows, flowOf: (key: string) => flows.get(key) }
  return lintFlow(written(book[id] ?? []), '', around).map(({ severity, code, path }) => `${severity} ${code} ${path}`)
}

test('a step is unreachable exactly if no run reaches it', () => {
  fc.assert(
    fc.property(fc.array(drawn, { minLength: 1, maxLength: 8 }), (steps) => {
      const reached = visited({ a: steps }, 'a', 0)
      const expected = steps.flatMap((_, at) => (reached.has(at) ? [] : [`warning flow.step.unreachable steps[${at}]`]))
      assert.deepEqual(
        findings({ a: steps }, 'a').filter((finding) => finding.includes('unreachable')),
        expected,
      )
    }),
    { numRuns: 500 },
  )
})

test('a flow has an error without an end exactly if no run finishes, and a warning if some step is a dead end', () => {
  fc.assert(
    fc.property(fc.array(drawn, { minLength: 1, maxLength: 8 }), (steps) => {
      const book = { a: steps }
      const noEndFindings = findings(book, 'a').filter(
        (finding) => finding.includes('no-end') && !finding.startsWith('advice'),
      )
      const reached = [...visited(book, 'a', 0)].filter((at) => at < steps.length)
      const lost = reached.some((at) => !visited(book, 'a', at).has(steps.length))
      if (!finishes(book, 'a')) assert.deepEqual(noEndFindings, ['error flow.no-end steps'])
      else assert.equal(noEndFindings.length > 0, lost)
    }),
    { numRuns: 500 },
  )
})

test('calls between playbooks are refused exactly if one of the flows can never finish', () => {
  const steps = fc.array(calling, { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fc.record({ a: steps, b: steps, c: steps }), (book) => {
      const ids = Object.keys(book)
      const errors = ids.flatMap((id) => findings(book, id).filter((finding) => finding.startsWith('error')))
      assert.equal(
        errors.length > 0,
        ids.some((id) => !finishes(book, id)),
      )
    }),
    { numRuns: 1000 },
  )
})
