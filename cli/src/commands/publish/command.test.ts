import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { type FakeParley, type Routes, startFakeParley } from '../../testing/fake-parley.ts'
import { type CliResult, runCliTest } from '../../testing/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-cli-'))
after(() => rmSync(folder, { recursive: true }))

async function parley(args: string[], routes: Routes): Promise<CliResult & { fake: FakeParley }> {
  const fake = await startFakeParley(routes)
  const env = {
    PARLEY_URL: fake.url,
    PARLEY_API_KEY: 'sk-svc-0123456789abcdef',
    PARLEY_ORG: 'demo',
    PARLEY_AGENT: 'desk',
  }
  return { ...(await runCliTest(args, { env, workingDirectory: folder })), fake }
}

const publishPath = 'POST /drafts/dft_1/_publish'
const published = { [publishPath]: { body: { version: 8 } } }
const conflict = {
  status: 409,
  body: { code: 'agent.draft.conflict', title: 'Both changed it', conflicts: [{ path: 'personality' }] },
}

const counts = { total: 1, passed: 1, failed: 0, errored: 0, skipped: 0 }
const completed = {
  ...{ id: 'run_1', status: 'completed', counts, estimate: { units: 1 }, usage: { units: 1 } },
  ...{ createdAt: '2030-01-31T09:00:00Z', completedAt: '2030-01-31T09:00:04Z' },
}
const failing = {
  ...{ id: 'res_1', suiteId: 'suite_1', caseId: 'case_1', caseTitle: 'Hours', sample: 1, state: 'failed', checks: [] },
}
const gateRoutes = (run: object, failures: object[], settings: object): Routes => ({
  'GET /settings/publishing': { body: { requireDraft: false, ...settings } },
  'GET /tests/suites': { body: { data: [{ id: 'suite_1', name: 'Hours' }] } },
  'POST /tests/runs': { status: 202, body: { ...completed, status: 'queued' } },
  'GET /tests/runs/run_1/progress': { events: [run] },
  'GET /tests/runs/run_1/results': { body: { data: failures, hasMore: false } },
  'GET /tests/runs/run_1/report': { text: '<testsuites/>' },
})

describe('parley publish', () => {
  test('publishes with a label and prints the version', async () => {
    const { exit, out, fake } = await parley(['publish', 'dft_1', '--label', 'Summer'], published)
    assert.deepEqual([exit, out], [0, 'dft_1 is live as version 8\n'])
    assert.deepEqual(fake.called(publishPath)[0]?.body, { label: 'Summer' })
  })

  test('exits with 3 and lists the paths if live changed the same items', async () => {
    const { exit, err } = await parley(['publish', 'dft_1'], { [publishPath]: conflict })
    assert.equal(exit, 3)
    assert.match(err, /personality\n.*parley drafts rebase dft_1/)
  })

  test('exits with 1 and lists the failing cases if the gate does not hold', async () => {
    const body = { code: 'agent.draft.gate_failed', title: 'The gate does not hold', failing: ['case_1'] }
    const { exit, err } = await parley(['publish', 'dft_1'], { [publishPath]: { status: 409, body } })
    assert.equal(exit, 1)
    assert.match(err, /case_1/)
  })

  test('--gate runs the suites of the gate on the draft first, and writes the report', async () => {
    const gate = { suiteIds: ['suite_1'], minPassRate: 1, maxAgeMinutes: 60 }
    const routes = { ...gateRoutes(completed, [], { gate }), ...published }
    const { exit, err, fake } = await parley(['publish', 'dft_1', '--gate', '--junit', 'gate.xml'], routes)
    assert.equal(exit, 0, err)
    assert.deepEqual(fake.called('POST /tests/runs')[0]?.body, { draftId: 'dft_1', suiteIds: ['suite_1'] })
    assert.equal(readFileSync(join(folder, 'gate.xml'), 'utf8'), '<testsuites/>')
  })

  test('--gate without a gate publishes nothing if a case failed', async () => {
    const run = { ...completed, counts: { ...counts, passed: 0, failed: 1 } }
    const { exit, fake } = await parley(['publish', 'dft_1', '--gate'], {
      ...gateRoutes(run, [failing], {}),
      ...published,
    })
    assert.deepEqual([exit, fake.called(publishPath)], [1, []])
  })
})

describe('parley drafts', () => {
  const draft = { id: 'dft_1', name: 'Summer', baseVersion: 7, changes: 2 }

  test('create copies live, or a version', async () => {
    const { exit, out, fake } = await parley(['drafts', 'create', 'Summer', '--from', '7'], {
      'POST /drafts': { status: 201, body: draft },
    })
    assert.deepEqual([exit, out], [0, 'dft_1  Summer: 2 differences from live, based on version 7\n'])
    assert.deepEqual(fake.called('POST /drafts')[0]?.body, { name: 'Summer', from: 7 })
  })

  test('rebase sends the decisions, and lists conflicts without them', async () => {
    const path = 'POST /drafts/dft_1/_rebase'
    const open = await parley(['drafts', 'rebase', 'dft_1'], { [path]: conflict })
    assert.equal(open.exit, 3)
    assert.match(open.err, /personality/)
    const { exit, fake } = await parley(['drafts', 'rebase', 'dft_1', '--keep', 'personality', '--live', 'rules[a]'], {
      [path]: { body: draft },
    })
    assert.equal(exit, 0)
    assert.deepEqual(fake.called(path)[0]?.body, {
      resolve: [
        { path: 'rules[a]', take: 'live' },
        { path: 'personality', take: 'draft' },
      ],
    })
  })

  test('--draft sends the draft with the calls of agents', async () => {
    const { fake } = await parley(['agents', 'lint', '--draft', 'dft_1'], { 'GET /lint': { body: { data: [] } } })
    assert.equal(fake.called('GET /lint')[0]?.headers['x-svc-draft'], 'dft_1')
  })
})

describe('parley versions', () => {
  test('diff compares with live by default, and prints one line per change', async () => {
    const changes = [
      { section: 'rules', path: 'rules[a]', kind: 'added', after: {} },
      { section: 'personality', path: 'personality', kind: 'changed', before: 'Old', after: 'New\u001b[2J' },
    ]
    const { exit, out } = await parley(['versions', 'diff', '7'], {
      'GET /versions/7/diff/live': { body: { changes } },
    })
    assert.deepEqual([exit, out], [0, '+ rules[a]\n~ personality\n    - Old\n    + New [2J\n2 differences\n'])
  })

  test('a version that is no number is refused before anything is sent', async () => {
    const { exit, fake } = await parley(['versions', 'restore', 'latest'], {})
    assert.deepEqual([exit, fake.calls], [2, []])
  })

  test('restore prints the number of the new version', async () => {
    const { out } = await parley(['versions', 'restore', '7'], {
      'POST /versions/7/_restore': { body: { version: 9 } },
    })
    assert.equal(out, 'Version 7 is live again, as version 9\n')
  })
})
