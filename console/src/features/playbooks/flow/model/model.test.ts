import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AgentFlow, getStepKind } from '@parley/definition'
import { fc } from '@parley/test-kit'
import { recordEdit, redoEdit, startHistory, undoEdit } from './edit-history.ts'
import { parseFlowText, printFlow } from './flow-draft.ts'
import {
  branchTargetsOf,
  doneNode,
  type FlowEditorGraph,
  flowEdgesOf,
  startNode,
  toAgentFlow,
  toFlowGraph,
} from './flow-graph.ts'
import { findNeighbor, layoutFlow, type NodeBox } from './flow-layout.ts'
import {
  addBranchTarget,
  addStep,
  connectSteps,
  disconnectPort,
  findPlaceForStep,
  insertStep,
  moveStep,
  removeStep,
  renameSlot,
  replaceStep,
} from './graph-edits.ts'
import { arbitraryFlow } from './testing/arbitrary-flow.ts'

const runs = { numRuns: 150 }
const flow: AgentFlow = {
  id: 'main',
  slots: [{ name: 'guests', type: 'number' }],
  steps: [
    { collect: 'guests' },
    { branch: [{ if: 'guests > 8', goto: 'group' }], else: 'few' },
    { id: 'group', say: 'So many, {guests}!' },
    { end: { outcome: 'group' } },
    { id: 'few', say: 'Welcome.' },
  ],
}
const graph = toFlowGraph(flow)
const keyAt = ({ nodes }: FlowEditorGraph, at: number) => nodes[at]?.key as string
const stepsOf = (edited: FlowEditorGraph) => toAgentFlow(edited).steps

test('a flow is the same after conversion to a graph and back', () => {
  fc.assert(
    fc.property(arbitraryFlow, (any) => assert.deepEqual(toAgentFlow(toFlowGraph(any)), any)),
    runs,
  )
})

test('a printed flow is parsed as the same flow', () => {
  fc.assert(
    fc.property(arbitraryFlow, (any) => assert.deepEqual(parseFlowText(printFlow(any)), { ok: true, flow: any })),
    runs,
  )
})

test('the edges of the graph follow the steps', () => {
  fc.assert(
    fc.property(arbitraryFlow, (any) => {
      const { nodes } = toFlowGraph(any)
      const edges = flowEdgesOf(toFlowGraph(any))
      for (const { key, step } of nodes) {
        const leaving = edges.filter(({ from }) => from === key)
        assert.equal(
          leaving.some(({ port }) => port === 'next'),
          getStepKind(step).exits(step).on,
        )
        for (const { port, goto } of branchTargetsOf(step)) {
          const target = nodes.find((node) => node.step.id === goto)?.key
          assert.equal(leaving.find((edge) => edge.port === port)?.to, target)
        }
      }
    }),
    runs,
  )
})

test('node keys are unique, and unedited nodes keep their keys', () => {
  fc.assert(
    fc.property(arbitraryFlow, arbitraryFlow, (one, other) => {
      const before = toFlowGraph(one)
      const after = toFlowGraph({ ...one, steps: [...other.steps, ...one.steps] }, before)
      assert.equal(new Set(after.nodes.map(({ key }) => key)).size, after.nodes.length)
      const again = toFlowGraph(structuredClone(one), before)
      assert.deepEqual(
        again.nodes.map(({ key }) => key),
        before.nodes.map(({ key }) => key),
      )
    }),
    runs,
  )
})

const overlap = (one: NodeBox, two: NodeBox) =>
  one.x < two.x + two.width && two.x < one.x + one.width && one.y < two.y + two.height && two.y < one.y + one.height

test('the layout places every node, and no two nodes overlap', () => {
  fc.assert(
    fc.property(arbitraryFlow, (any) => {
      const drawn = toFlowGraph(any)
      const places = layoutFlow(drawn)
      for (const { key } of drawn.nodes) assert.ok(places.has(key))
      const all = [...places.values()]
      for (const [at, one] of all.entries()) {
        for (const two of all.slice(at + 1)) assert.ok(!overlap(one, two), JSON.stringify([one, two]))
      }
    }),
    { numRuns: 100 },
  )
})

test('the arrow keys move forward and backward along a flow', () => {
  const places = layoutFlow(graph)
  assert.equal(findNeighbor(places, startNode, 'down'), keyAt(graph, 0))
  assert.equal(findNeighbor(places, keyAt(graph, 0), 'down'), keyAt(graph, 1))
  assert.equal(findNeighbor(places, keyAt(graph, 1), 'up'), keyAt(graph, 0))
  assert.equal(findNeighbor(places, startNode, 'up'), undefined)
  assert.ok(places.has(doneNode))
})

test('a step can be inserted after another step and as the first', () => {
  const { graph: more, key } = insertStep(graph, { say: 'Hello' }, undefined)
  assert.deepEqual(stepsOf(more)[0], { say: 'Hello' })
  assert.deepEqual(stepsOf(moveStep(more, key, keyAt(graph, 0)))[1], { say: 'Hello' })
})

test('removing a step redirects its references to the step below it', () => {
  const steps = stepsOf(removeStep(graph, keyAt(graph, 2)))
  assert.deepEqual(steps[1], { branch: [{ if: 'guests > 8', goto: 'end-1' }], else: 'few' })
  assert.deepEqual(steps[2], { id: 'end-1', end: { outcome: 'group' } })
})

test('the last step of a flow cannot be removed', () => {
  const only = toFlowGraph({ ...flow, steps: [{ say: 'Hello' }] })
  assert.equal(removeStep(only, keyAt(only, 0)), only)
})

test('renaming the id of a step updates the steps that refer to it', () => {
  const steps = stepsOf(replaceStep(graph, keyAt(graph, 4), { id: 'small', say: 'Welcome.' }))
  assert.deepEqual(steps[1], { branch: [{ if: 'guests > 8', goto: 'group' }], else: 'small' })
})

test('a branch can connect to any step, which gets an id; connecting another kind of step moves the target below it', () => {
  const toFirst = stepsOf(connectSteps(graph, keyAt(graph, 1), 'case:0', keyAt(graph, 0)))
  assert.deepEqual(toFirst[0], { id: 'collect-1', collect: 'guests' })
  assert.deepEqual(toFirst[1], { branch: [{ if: 'guests > 8', goto: 'collect-1' }], else: 'few' })
  const below = stepsOf(connectSteps(graph, keyAt(graph, 2), 'next', keyAt(graph, 4)))
  assert.deepEqual(below[3], { id: 'few', say: 'Welcome.' })
})

test('a branch can lose its else, and keeps its last case', () => {
  const without = disconnectPort(graph, keyAt(graph, 1), 'else')
  assert.deepEqual(stepsOf(without)[1], { branch: [{ if: 'guests > 8', goto: 'group' }] })
  assert.equal(disconnectPort(without, keyAt(without, 1), 'case:0'), without)
})

test('renaming a slot updates the steps that collect and show it', () => {
  const { slots, steps } = toAgentFlow(renameSlot(graph, 'guests', 'people'))
  assert.deepEqual(slots, [{ name: 'people', type: 'number' }])
  assert.deepEqual(steps[0], { collect: 'people' })
  assert.deepEqual(steps[2], { id: 'group', say: 'So many, {people}!' })
})

const broken: [title: string, text: string, line: number, column: number][] = [
  ['YAML that is invalid', 'id: main\nsteps:\n  - say: "Hello\n', 4, 1],
  ['a step of no kind', 'id: main\nsteps:\n  - say: Hello\n  - shout: Hello\n', 4, 5],
  [
    'a field too many',
    'id: main\nslots:\n  - name: a\n    type: string\n    colour: red\nsteps:\n  - say: Hello\n',
    5,
    13,
  ],
  ['a list that is missing', 'id: main\n', 1, 1],
]
for (const [title, text, line, column] of broken) {
  test(`${title} is reported at its place`, () => {
    const read = parseFlowText(text)
    assert.ok(!read.ok)
    assert.deepEqual([read.problems[0]?.line, read.problems[0]?.column], [line, column])
  })
}

test('edits can be undone and redone; the letters typed into one field are one edit', () => {
  const typed = recordEdit(recordEdit(recordEdit(startHistory('a'), 'b'), 'c', 'field'), 'd', 'field')
  assert.equal(undoEdit(typed).now, 'b')
  assert.equal(undoEdit(undoEdit(typed)).now, 'a')
  assert.equal(undoEdit(undoEdit(undoEdit(typed))).now, 'a')
  assert.equal(redoEdit(undoEdit(typed)).now, 'd')
  assert.equal(redoEdit(recordEdit(undoEdit(typed), 'e')).now, 'e')
})

const around = { playbookId: 'general', playbooks: [], uses: [] }

test('a new step goes after the chosen one, and before an end', () => {
  const short = toFlowGraph({ id: 'main', slots: [], steps: [{ say: 'Hello.' }, { end: { outcome: 'done' } }] })
  const place = (chosen: string | undefined) => findPlaceForStep(short, chosen)
  assert.deepEqual([place(undefined), place(keyAt(short, 0)), place(keyAt(short, 1))], Array(3).fill(keyAt(short, 0)))
  const onlyEnd = toFlowGraph({ id: 'main', slots: [], steps: [{ end: { outcome: 'done' } }] })
  assert.equal(findPlaceForStep(onlyEnd, undefined), undefined)
  assert.equal(findPlaceForStep(graph, undefined), keyAt(graph, 4))
})

test('a second collect step asks for another slot', () => {
  const first = addStep(graph, 'collect', keyAt(graph, 0), around)
  assert.deepEqual(stepsOf(first.graph)[1], { collect: 'slot2' })
  assert.deepEqual(first.graph.head.slots.at(-1), { name: 'slot2', type: 'string' })
  const second = addStep(first.graph, 'collect', first.key, around)
  assert.deepEqual(stepsOf(second.graph)[2], { collect: 'slot3' })
})

test('a branch leads to a new text that the steps before it do not run into', () => {
  const { graph: grown } = addBranchTarget(graph, keyAt(graph, 1), 'case:0', 'say')
  assert.deepEqual(stepsOf(grown).slice(5), [
    { end: { outcome: 'done' } },
    { id: 'say-1', say: 'Thank you.' },
    { end: { outcome: 'done' } },
  ])
  const branch = stepsOf(grown)[1]
  assert.equal(branch && 'branch' in branch && branch.branch[0]?.goto, 'say-1')
  const { graph: ended } = addBranchTarget(grown, keyAt(grown, 1), 'else', 'end')
  const other = stepsOf(ended)[1]
  assert.equal(other && 'branch' in other && other.else, 'end-1')
})
