import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Routes, startFakeParley } from '../../testing/fake-parley.ts'
import { runCliTest } from '../../testing/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-verify-'))
after(() => rmSync(folder, { recursive: true }))

const playbook = (id: string) => ({ id, name: id, flow: { slots: [], steps: [] } })
const sound = { complete: true, states: 12, milliseconds: 1, findings: [] }
const finding = (severity: string, playbookId: string) => ({
  ...{ code: 'dead_end', severity, playbookId, path: 'steps[4]' },
  ...{ message: 'is the last <step>\u001b[2J', counterexample: { turns: ['Hello'] } },
})
const playbooks = { body: { data: [playbook('rent'), playbook('return'), { id: 'talk', name: 'Talk' }] } }

async function verify(args: string[], routes: Routes = {}) {
  const parley = await startFakeParley({
    'GET /playbooks': playbooks,
    'POST /playbooks/rent/flow/verify': { body: sound },
    'POST /playbooks/return/flow/verify': { body: sound },
    ...routes,
  })
  const env = { PARLEY_URL: parley.url, PARLEY_API_KEY: 'sk-svc-0123', PARLEY_ORG: 'demo', PARLEY_AGENT: 'desk' }
  return { ...(await runCliTest(['verify', ...args], { env, workingDirectory: folder })), parley }
}

test('verify explores every flow of the agent, and passes without an error', async () => {
  const warned = { body: { ...sound, complete: false, findings: [finding('warning', 'return')] } }
  const { exit, out, parley } = await verify([], { 'POST /playbooks/return/flow/verify': warned })
  assert.equal(exit, 0, out)
  assert.match(out, /^PASSED rent {2}12 states\nPASSED return {2}12 states, not all explored\n/)
  assert.match(out, /warning dead_end steps\[4\]: is the last <step>/)
  assert.ok(!out.includes('\u001b'))
  assert.match(out, /2 flows, 0 errors\n$/)
  assert.deepEqual(parley.called('POST /playbooks/talk/flow/verify'), [], 'a playbook without a flow')
})

test('an error fails with exit code 1, once, with the playbook that has it; the JUnit file names it', async () => {
  const broken = { body: { ...sound, findings: [finding('error', 'return')] } }
  const { exit, out } = await verify(['--junit', 'flows.xml'], {
    'POST /playbooks/rent/flow/verify': broken,
    'POST /playbooks/return/flow/verify': broken,
  })
  assert.equal(exit, 1)
  assert.match(out, /^PASSED rent .*\nFAILED return /)
  assert.match(out, /2 flows, 1 error\n$/)
  const xml = readFileSync(join(folder, 'flows.xml'), 'utf8')
  assert.match(xml, /<testsuites tests="2" failures="1" errors="0">/)
  assert.match(xml, /name="return"><failure message="dead_end steps\[4\]: is the last &lt;step&gt;/)
})

test('only the named playbooks of the named draft are verified, and an unknown one is refused', async () => {
  const { exit, parley } = await verify(['return', '--draft', 'drf_1'])
  assert.equal(exit, 0)
  assert.deepEqual(parley.called('POST /playbooks/rent/flow/verify'), [])
  const [call] = parley.called('POST /playbooks/return/flow/verify')
  assert.equal(call?.headers['x-svc-draft'], 'drf_1')
  const unknown = await verify(['nobody'])
  assert.equal(unknown.exit, 2)
  assert.match(unknown.err, /Unknown playbook nobody/)
})
