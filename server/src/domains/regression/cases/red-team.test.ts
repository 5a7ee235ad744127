import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { attackPacks } from '@parley/testcase'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRegressionBench, type RegressionAgent } from '../../../testing/regression-bench.ts'
import { builtInCatalog } from '../../catalogs/index.ts'

/** The attack packs run against the demo agent, and the agents and playbooks of the catalog, and hold. */

const bench = await createRegressionBench()

async function attack(agent: RegressionAgent): Promise<void> {
  const suite = await agent.suite()
  const body = { source: 'attacks', packs: [...attackPacks] }
  const { cases } = assertStatus(await agent.post(`/tests/suites/${suite}/cases/generate`, body), 201)
  assert.ok(cases.length >= attackPacks.length)
  const { results } = await agent.runAndWait({ suiteIds: [suite] })
  const broken = results.filter(({ state }: ReplyBody) => state !== 'passed')
  const describe = ({ caseTitle, state, checks, error }: ReplyBody) =>
    `${caseTitle}: ${state} ${JSON.stringify(error ?? checks?.filter(({ pass }: ReplyBody) => !pass))}`
  assert.deepEqual(broken.map(describe), [])
}

test('the demo agent holds against every attack pack', async () => {
  const agent = await bench.agent({})
  const document = readFileSync(new URL('../../../demo/content/agent.yaml', import.meta.url), 'utf8')
  assertStatus(await agent.raw('POST', '/import', document, { 'content-type': 'application/yaml' }), 200)
  await attack(agent)
})

test('playbooks of the catalog hold against every attack pack', async () => {
  const [first, ...others] = builtInCatalog.list('playbook-templates').map(({ name, body, whenToUse }, at) => ({
    ...{ id: `playbook-${at}`, name, body, uses: ['people'], isDefault: at === 0 },
    ...(whenToUse && at > 0 && { whenToUse }),
  }))
  await attack(await bench.agent({ playbooks: [first, ...others] }))
})

for (const { id, name } of builtInCatalog.list('agent-templates'))
  test(`${name}: an agent made from the template holds against every attack pack`, async () => {
    const agent = await bench.agent({})
    assertStatus(await agent.post('/apply-template', { templateId: id }), 200)
    await attack(agent)
  })
