import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, postWithEtag, type ReplyBody } from '../../../testing/client.ts'
import { createRegressionBench, erringCase, failingCase } from '../../../testing/regression-bench.ts'

const bench = await createRegressionBench()
const { world } = bench
const agent = await bench.agent()
const suite = await agent.suite()
const caseIds = [
  await agent.case(suite, { key: 'good', samples: 2 }),
  await agent.case(suite, { key: 'bad', title: 'Bad & <worse>', ...failingCase }),
  await agent.case(suite, { key: 'broken', ...erringCase }),
]
const [good, bad, broken] = caseIds
const { run, results } = await agent.runAndWait()
const at = `/tests/runs/${run.id}`

test('results are listed in the order of the run, by page, state and case', async () => {
  const all = results.map(({ id }) => id)
  assert.equal(all.length, 4)
  const page = async (query: string): Promise<ReplyBody> => assertStatus(await agent.get(`${at}/results?${query}`), 200)
  const seen: string[] = []
  for (;;) {
    const { data, hasMore } = await page(`limit=3${seen.length > 0 ? `&startingAfter=${seen.at(-1)}` : ''}`)
    seen.push(...data.map(({ id }: ReplyBody) => id))
    if (!hasMore) break
  }
  assert.deepEqual(seen, all)
  const keys = async (query: string) =>
    (await page(query)).data.map(({ caseKey, sample }: ReplyBody) => `${caseKey}${sample}`)
  assert.deepEqual(await keys('state=passed'), ['good1', 'good2'])
  assert.deepEqual(await keys(`caseId=${bad}`), ['bad1'])
  assert.deepEqual(await keys(`caseId=${bad}&state=passed`), [])
  assert.deepEqual(await keys(`state=passed&startingAfter=${all[0]}`), ['good2'])
  for (const [query, field] of [
    ['limit=201', 'limit'],
    ['limit=0', 'limit'],
    ['state=odd', 'state'],
    ['startingAfter=res_none', 'startingAfter'],
    ['case=x', 'case'],
  ] as const) {
    assertProblem(await agent.get(`${at}/results?${query}`), 422, 'request.invalid', field)
  }
})

test('a command with an outdated ETag is refused, and an unknown run still returns 404', async () => {
  for (const verb of ['pin', 'unpin']) assertStatus(await postWithEtag(agent, `${at}/${verb}`), 200)
  for (const verb of ['pin', 'unpin', 'pause', 'resume', 'cancel']) {
    const mark = { 'if-match': '"x"' }
    assertProblem(await agent.post(`${at}/${verb}`, undefined, mark), 412, 'request.precondition_failed')
    assertProblem(await agent.post(`/tests/runs/run_none/${verb}`, undefined, mark), 404, 'agent.test.not_found')
  }
})

test('a single result contains all details; a run is not visible to other agents', async () => {
  const [first] = results
  assert.deepEqual(assertStatus(await agent.get(`${at}/results/${first.id}`), 200), first)
  assert.deepEqual([first.caseId, first.suiteId, first.sample, first.runId], [good, suite, 1, run.id])
  assert.deepEqual(
    first.transcript.map(({ role, text, turnIndex }: ReplyBody) => [role, text, turnIndex]),
    [
      ['user', 'Hello', 0],
      ['agent', 'Welcome to the Paint Desk.', 0],
    ],
  )
  assert.deepEqual(
    first.checks.map(({ key, pass }: ReplyBody) => [key, pass]),
    [['finalReplyNonEmpty', true]],
  )
  assert.equal(first.turnIds.length, 1)
  assertProblem(await agent.get(`${at}/results/res_none`), 404, 'agent.test.not_found')
  const other = await bench.agent()
  for (const end of ['', '/results', `/results/${first.id}`, '/report', '/progress']) {
    assertProblem(await other.get(`${at}${end}`), 404, 'agent.test.not_found')
  }
  for (const verb of ['pause', 'resume', 'cancel', 'pin', 'unpin']) {
    assertProblem(await other.post(`${at}/${verb}`), 404, 'agent.test.not_found')
  }
})

test('runs are listed newest first, by suite and by status, and a case shows its history', async () => {
  const elsewhere = await agent.suite()
  await agent.case(elsewhere)
  world.advance(1000)
  const second = (await agent.runAndWait({ suiteIds: [elsewhere] })).run
  world.advance(1000)
  const third = await agent.start({ caseIds: [good] })
  await agent.applyCommand(third, 'cancel')
  const ids = async (query: string): Promise<string[]> =>
    assertStatus(await agent.get(`/tests/runs?${query}`), 200).data.map(({ id }: ReplyBody) => id)
  assert.deepEqual(await ids(''), [third, second.id, run.id])
  assert.deepEqual(await ids('limit=1'), [third])
  assert.deepEqual(await ids('status=completed'), [second.id, run.id])
  assert.deepEqual(await ids(`suiteId=${suite}`), [third, run.id])
  assert.deepEqual(await ids(`suiteId=${elsewhere}&status=completed`), [second.id])
  const history = async (id: string, query = ''): Promise<ReplyBody[]> =>
    assertStatus(await agent.get(`/tests/suites/${suite}/cases/${id}/history${query}`), 200).data
  assert.deepEqual(
    (await history(good as string)).map(({ runId, sample, state }) => [runId, sample, state]),
    [
      [third, 2, 'skipped'],
      [third, 1, 'skipped'],
      [run.id, 2, 'passed'],
      [run.id, 1, 'passed'],
    ],
  )
  assert.equal((await history(good as string, '?limit=3')).length, 3)
  const [erred] = await history(broken as string)
  assert.deepEqual([erred.state, erred.error.stage, erred.usage.units], ['errored', 'turn', 1])
})

test('the history shows the results of each suite per run, and of each case of a named suite', async () => {
  const tested = await bench.agent()
  const [one, two] = [await tested.suite(), await tested.suite()]
  const cases = [
    await tested.case(one, { samples: 2 }),
    await tested.case(one, failingCase),
    await tested.case(one, erringCase),
    await tested.case(two),
  ] as const
  const all = (await tested.runAndWait()).run.id
  world.advance(1000)
  const later = (await tested.runAndWait({ suiteIds: [two] })).run.id
  world.advance(1000)
  await tested.applyCommand(await tested.start(), 'cancel')
  const history = async (query = ''): Promise<ReplyBody[]> =>
    assertStatus(await tested.get(`/tests/history${query}`), 200).data
  const lines = (await history()).map(({ runId, suiteId, passed, failed, errored }) =>
    [runId, suiteId, passed, failed, errored].join(' '),
  )
  assert.equal(lines[0], `${later} ${two} 1 0 0`)
  assert.deepEqual(lines.slice(1).sort(), [`${all} ${one} 1 1 1`, `${all} ${two} 1 0 0`].sort())
  assert.deepEqual(
    (await history(`?suiteId=${one}`)).map(({ runId, verdicts }) => [runId, verdicts]),
    [[all, { [cases[0]]: 'passed', [cases[1]]: 'failed', [cases[2]]: 'errored' }]],
  )
  assert.deepEqual(
    (await history('?limit=1')).map(({ runId, verdicts }) => [runId, verdicts]),
    [[later, undefined]],
  )
  assert.deepEqual(assertStatus(await (await bench.agent()).get('/tests/history'), 200).data, [])
  assertProblem(await tested.get('/tests/history?limit=201'), 422, 'request.invalid', 'limit')
})

test('the report is a file: complete as JSON, or in the format of build servers', async () => {
  const json = await agent.get(`${at}/report`)
  assert.match(String(json.headers['content-type']), /^application\/json/)
  assert.equal(json.headers['content-disposition'], `attachment; filename="${run.id}.json"`)
  assert.deepEqual(json.body, { run: await agent.readRun(run.id), results })
  const xml = await agent.get(`${at}/report?format=junit`)
  assert.match(String(xml.headers['content-type']), /^application\/xml/)
  assert.equal(xml.headers['content-disposition'], `attachment; filename="${run.id}.xml"`)
  assert.match(xml.text, /<testsuites [^>]*tests="4"[^>]*failures="1"[^>]*errors="1"/)
  assert.match(xml.text, /Bad &amp; &lt;worse&gt;/)
  assert.match(xml.text, /<testsuite name="[^"]+" tests="4" failures="1" errors="1" skipped="0" time="[0-9.]+"/)
  assert.deepEqual([...xml.text.matchAll(/<testcase /g)].length, 4)
  assertProblem(await agent.get(`${at}/report?format=pdf`), 422, 'request.invalid', 'format')
})

test('a report contains all results, also of a run larger than one read', async () => {
  const many = await bench.agent()
  for (const name of ['One', 'Two']) {
    const id = assertStatus(await many.post('/tests/suites', { name }), 201).id
    for (let at = 0; at < 5; at += 1) await many.case(id, { samples: 5 })
  }
  const id = await many.start()
  await many.applyCommand(id, 'cancel')
  const { body } = await many.get(`/tests/runs/${id}/report`)
  const listed = assertStatus(await many.get(`/tests/runs/${id}/results?limit=200`), 200).data
  assert.equal(listed.length, 50)
  assert.deepEqual(body.results, listed)
  const { text } = await many.get(`/tests/runs/${id}/report?format=junit`)
  assert.match(text, /<testsuites [^>]*tests="50" failures="0" errors="0" skipped="50" time="0.000">/)
  assert.equal([...text.matchAll(/<testcase /g)].length, 50)
  assert.deepEqual(
    [...text.matchAll(/<testsuite name="(\w+)" tests="(\d+)"/g)].map(([, name, tests]) => [name, tests]),
    [
      ['One', '25'],
      ['Two', '25'],
    ],
  )
})

test('a progress stream sends updates immediately and ends with the run', async () => {
  const watched = await bench.agent()
  await watched.case(await watched.suite())
  const id = await watched.start()
  const watching = watched.get(`/tests/runs/${id}/progress`)
  await watched.waitForRun(id)
  const reply = await watching
  assert.match(String(reply.headers['content-type']), /^text\/event-stream/)
  const events = [...reply.text.matchAll(/^event: progress\ndata: (.*)\n\n/gm)].map(([, data]) =>
    JSON.parse(data as string),
  )
  assert.deepEqual(events.at(-1), await watched.readRun(id))
  assert.deepEqual([events.at(-1).status, events.at(-1).counts.passed], ['completed', 1])
  for (const event of events) assert.equal(event.id, id)
})
