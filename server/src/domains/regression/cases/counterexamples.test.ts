import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRegressionBench } from '../../../testing/regression-bench.ts'

/** Counterexamples of verification, run as test cases by the real engine, show the fault. */

const bench = await createRegressionBench()

const kind = { name: 'kind', type: 'enum', options: ['Boat', 'Car'], prompt: 'Which kind?' }
const end = (outcome: string) => ({ end: { outcome } })
const branchTo = (condition: string, goto: string) => ({ branch: [{ if: condition, goto }] })
type Flow = { slots?: object[]; steps: object[] }

/** Flows by playbook; the first one is not the default, and is verified. */
const faulty: Record<string, { flows: Record<string, Flow>; says: string; needs?: string[] }> = {
  'a dead end in a playbook that is not the default': {
    flows: {
      rent: { slots: [kind], steps: [{ collect: 'kind' }, branchTo('kind == Boat', 'boat'), end('car'), { id: 'boat', say: 'Boats are in.' }] },
    },
    says: 'Boats are in.',
  },
  'a dead end of a person with a custom field': {
    flows: { rent: { steps: [branchTo('person.customFields.plan == gold', 'gold'), end('none'), { id: 'gold', say: 'Gold it is.' }] } },
    says: 'Gold it is.',
    needs: ['person.customFields.plan'],
  },
  'a dead end of a person who has bought': {
    flows: { rent: { steps: [branchTo('person.status == converted', 'back'), end('none'), { id: 'back', say: 'Welcome back.' }] } },
    says: 'Welcome back.',
    needs: ['person.status'],
  },
  'a dead end of a person of any other status': {
    flows: { rent: { steps: [branchTo('person.status in [new, contacted, qualified, converted]', 'fine'), { say: 'You were lost.' }, branchTo('person.status == lost', 'lost'), { id: 'fine', ...end('fine') }, { id: 'lost', say: 'Nothing more.' }] } },
    says: 'Nothing more.',
    needs: ['person.status'],
  },
  'a slot that a field on file fills': {
    flows: {
      rent: {
        slots: [{ name: 'mail', type: 'email', bind: 'person.email', prompt: 'Your email address?' }, { name: 'code', type: 'string', prompt: 'Code?' }],
        steps: [branchTo('person.email exists', 'known'), { collect: ['mail', 'code'] }, { id: 'known', collect: 'mail' }, { say: 'Code ({code}) noted.' }, end('done')],
      },
    },
    says: 'Code () noted.',
    needs: ['person.email'],
  },
  'a dead end of a person with a tag': {
    flows: { rent: { steps: [branchTo('person.tags == vip', 'vip'), end('none'), { id: 'vip', say: 'This way, please.' }] } },
    says: 'This way, please.',
    needs: ['person.tags'],
  },
  'a dead end of a person who has agreed': {
    flows: { rent: { steps: [branchTo('person.consent.status == granted', 'yes'), end('none'), { id: 'yes', say: 'You have agreed.' }] } },
    says: 'You have agreed.',
    needs: ['person.consent.status'],
  },
  'a fault behind a handoff to another playbook': {
    flows: {
      rent: { slots: [kind], steps: [{ collect: 'kind' }, { handoff: 'playbook:next' }] },
      next: { steps: [branchTo('person.company exists', 'work'), end('none'), { id: 'work', say: 'For your company.' }] },
    },
    says: 'For your company.',
    needs: ['person.company'],
  },
  'a tool that first fails and then succeeds': {
    flows: {
      rent: {
        steps: [
          { action: 'integration:crm.call', on_error: 'branch' },
          branchTo('last.ok', 'done'),
          { action: 'integration:crm.call', on_error: 'branch' },
          branchTo('last.ok', 'late'),
          { id: 'done', ...end('done') },
          { id: 'late', say: 'It worked the second time.' },
        ],
      },
    },
    says: 'It worked the second time.',
  },
} // biome-ignore format: one fault each

const uses = ['people', 'scheduling', 'integration:crm']
const playbookWith = (id: string, flow: Flow) => ({ id, name: id, body: 'Rent.', uses, flow: { slots: [], ...flow } })

for (const [what, { flows, says, needs = [] }] of Object.entries(faulty))
  test(what, async () => {
    const agent = await bench.agent({
      playbooks: [
        { id: 'general', name: 'General', body: 'Help.', uses: [], isDefault: true },
        ...Object.entries(flows).map(([id, flow]) => playbookWith(id, flow)),
      ],
      capabilities: { people: { fields: [{ key: 'plan', type: 'enum', options: ['basic', 'gold'] }] } },
      integrations: { custom: [{ id: 'crm', description: 'CRM', endpoint: { url: 'https://example.com/api' } }] },
    })
    const { findings, complete } = assertStatus(await agent.post('/playbooks/rent/flow/verify'), 200)
    assert.ok(complete)
    const errors = findings.filter(({ severity }: ReplyBody) => severity === 'error')
    assert.equal(errors.length, 1, JSON.stringify(findings))
    const { turns, scenario, person = {} } = errors[0].counterexample
    assert.deepEqual(Object.keys(person), needs)
    assert.deepEqual(scenario.start, { resume: { activePlaybook: 'rent' } })
    const suite = await agent.suite()
    await agent.case(suite, { turns, scenario, expect: { checks: { textIncludes: [says] } } })
    const { results } = await agent.runAndWait({ suiteIds: [suite] })
    assert.deepEqual(
      results.map(({ state, error }) => [state, error]),
      [['passed', undefined]],
    )
  })

test('a fault that needs what a case cannot set up has no scenario', async () => {
  const steps = [branchTo('person.lastCallAt exists', 'called'), end('none'), { id: 'called', say: 'You called.' }]
  const agent = await bench.agent({
    playbooks: [{ ...playbookWith('rent', { steps }), uses: [], isDefault: true }],
  })
  const { findings } = assertStatus(await agent.post('/playbooks/rent/flow/verify'), 200)
  const { scenario, person, turns } = findings[0].counterexample
  assert.deepEqual([scenario, Object.keys(person), turns], [undefined, ['person.lastCallAt'], ['Hello']])
})
