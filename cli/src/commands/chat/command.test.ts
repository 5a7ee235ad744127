import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FakeParley, type Routes, startFakeParley } from '../../testing/fake-parley.ts'
import { type CliResult, type CliTestOptions, runCliTest, waitForCondition } from '../../testing/run-cli.ts'

const message = (text: string, labels: string[] = []) => {
  const chips = labels.map((label, tap) => ({ label, kind: 'reply', tap }))
  return {
    messageId: 'msg_1',
    message: { spec: 'amf/1', parts: [{ type: 'text', text }] },
    rendered: [{ native: {}, text, chips, view: { kind: 'text', text: [{ text }], chips } }],
    text,
  }
}
const turn = (messages: object[], more = {}) => ({
  body: { turnId: 'trn_1', playbookId: 'general', messages, effects: [], warnings: [], ...more },
})
const booked = { kind: 'appointment.booked', summary: 'Booked Tuesday', at: '2030-01-31T09:00:00.000Z' }
const persona = { id: 'psn_1', name: 'Somebody', channel: 'rcs' }
const one = '/personas/psn_1'

const usual: Routes = {
  'POST /personas': { status: 201, body: persona },
  [`GET ${one}`]: { body: persona },
  [`GET ${one}/turns`]: { body: { data: [] } },
  [`POST ${one}/turns`]: [
    turn([message('When?', ['Today', 'Tomorrow'])]),
    turn([message('See you!')], { effects: [booked] }),
  ],
  [`POST ${one}/_reset`]: { body: persona },
  [`DELETE ${one}`]: { status: 204 },
}

const envOf = ({ url }: FakeParley) => ({
  ...{ PARLEY_URL: url, PARLEY_API_KEY: 'sk-svc-0123', PARLEY_ORG: 'demo', PARLEY_AGENT: 'desk' },
})

async function chatted(args: string[], { routes = {}, world = {} }: { routes?: Routes; world?: CliTestOptions } = {}) {
  const parley = await startFakeParley({ ...usual, ...routes })
  const result: CliResult = await runCliTest(['chat', ...args], { env: envOf(parley), ...world })
  return { ...result, parley }
}
const turns = ({ parley }: { parley: FakeParley }) => parley.called(`POST ${one}/turns`).map(({ body }) => body)

test('--say prints the answer as the channel shows it and deletes the persona afterwards', async () => {
  const ended = await chatted(['--say', 'Book me in', '--say', '2'])
  assert.equal(ended.exit, 0, ended.err)
  assert.equal(
    ended.out,
    '> Book me in\n  When?\n  [1 Today]  [2 Tomorrow]\n\n> [Tomorrow]\n  See you!\n  · Booked Tuesday (sandbox)\n\n',
  )
  assert.deepEqual(turns(ended), [{ turn: 'Book me in' }, { turn: { tap: { messageId: 'msg_1', index: 1 } } }])
  assert.deepEqual(ended.parley.called('POST /personas')[0]?.body, { name: 'Someone at a terminal', channel: 'rcs' })
  assert.equal(ended.parley.called(`DELETE ${one}`).length, 1)
})

test('without a terminal chat sends each line of the standard input, and --json prints each turn on one line', async () => {
  const ended = await chatted(['--json', '--channel', 'sms'], { world: { input: 'Book me in\n\nToday\n' } })
  assert.equal(ended.exit, 0, ended.err)
  const lines = ended.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ personaId, turn: input, turnId, effects }) => [personaId, input, turnId, effects.length]),
    [
      ['psn_1', 'Book me in', 'trn_1', 0],
      ['psn_1', { tap: { messageId: 'msg_1', index: 0 } }, 'trn_1', 1],
    ],
  )
  assert.match(ended.err, /> Book me in\n {2}When\?/)
})

test('a line without an answer ends a script with 1, unless that line needs no answer', async () => {
  const silent = { [`POST ${one}/turns`]: turn([]) }
  assert.equal((await chatted(['--say', 'Hello?'], { routes: silent })).exit, 1)
  assert.equal((await chatted(['--say', '/turn {"system":"optOut"}'], { routes: silent })).exit, 0)
})

test('chat refuses a script without any line', async () => {
  const { exit, err } = await chatted([])
  assert.equal(exit, 2)
  assert.match(err, /Nothing to send: use --say/)
})

test('chat polls a turn that is still running and plays it once', async () => {
  const busy = { status: 409, body: { code: 'resource.conflict', title: 'Another turn is going on' } }
  const ended = await chatted(['--say', 'Hi'], { routes: { [`POST ${one}/turns`]: [busy, turn([message('Hello!')])] } })
  assert.equal(ended.exit, 0, ended.err)
  const keys = ended.parley.called(`POST ${one}/turns`).map(({ headers }) => headers['idempotency-key'])
  assert.deepEqual([keys.length, new Set(keys).size], [2, 1])
})

test('an invalid or refused line ends a script, and the persona is still deleted', async () => {
  const unknown = await chatted(['--say', '/nope', '--say', 'Hello'])
  assert.equal(unknown.exit, 2)
  assert.match(unknown.err, /Unknown command \/nope/)
  const refused = {
    status: 422,
    body: { code: 'request.invalid', errors: [{ field: 'turn', message: 'is \u001b[31mwrong' }] },
  }
  const wrong = await chatted(['--say', '/turn {"slot":9}'], { routes: { [`POST ${one}/turns`]: refused } })
  assert.equal(wrong.exit, 3)
  assert.match(wrong.err, /turn is \[31mwrong/)
  for (const { parley } of [unknown, wrong]) assert.equal(parley.called(`DELETE ${one}`).length, 1)
})

test('on a terminal chat prints the error and continues', async () => {
  const down = { status: 503, body: { code: 'agent.persona.unavailable', title: 'The persona cannot be played' } }
  const routes = {
    [`POST ${one}/turns`]: [down, down, down, turn([message('Hello!', ['Book'])])],
    [`GET ${one}/turns`]: {
      body: {
        data: [
          {
            ...turn([]).body,
            inspection: {
              ...{
                sections: [],
                modelCalls: [],
                ruleHits: [],
                outcomes: ['resolved'],
                goalsReached: [],
                milliseconds: 9,
              },
              knowledge: [{ kind: 'fact', id: 'hours', title: 'When are you open?', score: 1 }],
              toolCalls: [{ name: 'find', given: {}, ok: false, called: true, result: {}, milliseconds: 3 }],
            },
          },
        ],
      },
    },
  }
  const typed = ['/what', 'Hello', 'Hello', '/why', '/help', '/reset', 'book']
  const ended = await chatted([], { routes, world: { typed } })
  assert.equal(ended.exit, 0, ended.err)
  assert.match(ended.out, /^You are talking to desk on RCS, as a persona: no real person is contacted\.\n/)
  assert.match(ended.out, /Unknown command \/what/)
  assert.match(ended.out, /Parley refused the request, 503: The persona cannot be played/)
  assert.match(ended.out, / {2}Hello!\n {2}\[1 Book\]/)
  assert.match(
    ended.out,
    / {2}Playbook {3}general\n {2}Outcome {4}resolved\n {2}Knowledge {2}fact When are you open\? \(1\.00\)\n/,
  )
  assert.match(ended.out, / {2}Tool {7}find: failed, 3 ms\n/)
  assert.match(ended.out, /The conversation starts over/)
  assert.deepEqual(turns(ended).at(-1), { turn: 'book' }, 'what was shown before the reset cannot be tapped')
})

test('an existing persona continues its conversation and is not deleted', async () => {
  const past = { ...turn([message('Shall we?', ['Yes', 'No'])]).body, at: '2030-01-31T09:00:00.000Z' }
  const routes = { [`GET ${one}/turns`]: { body: { data: [past] } } }
  const ended = await chatted(['--persona', 'psn_1', '--say', 'yes'], { routes })
  assert.equal(ended.exit, 0, ended.err)
  assert.deepEqual(turns(ended), [{ turn: { tap: { messageId: 'msg_1', index: 0 } } }])
  assert.deepEqual([ended.parley.called('POST /personas'), ended.parley.called(`DELETE ${one}`)], [[], []])
  const live = await chatted(['--persona', 'psn_1'], { routes, world: { typed: [] } })
  assert.match(live.out, / {2}Shall we\?\n {2}\[1 Yes\] {2}\[2 No\]\n/)
})

test('--keep keeps the persona, and chat reports a key that may not delete it', async () => {
  const withKeep = await chatted(['--keep', '--say', 'Hello'])
  assert.match(withKeep.out, /To continue as the same persona: parley chat --persona psn_1\n$/)
  assert.equal(withKeep.parley.called(`DELETE ${one}`).length, 0)
  const refused = { status: 403, body: { code: 'auth.forbidden', title: 'No' } }
  const unable = await chatted(['--say', 'Hello'], { routes: { [`DELETE ${one}`]: refused } })
  assert.equal(unable.exit, 0, unable.err)
  assert.match(unable.out, /The persona was kept: the API key does not allow deleting it/)
})

test('Ctrl-C aborts a turn, deletes the persona and ends a script with 130', async () => {
  const stop = new AbortController()
  const parley = await startFakeParley({ ...usual, [`POST ${one}/turns`]: { events: [], hangs: true } })
  const world = { env: envOf(parley), interrupted: stop.signal }
  const ending = runCliTest(['chat', '--say', 'Hello', '--say', 'Again'], world)
  await waitForCondition(() => parley.called(`POST ${one}/turns`).length > 0)
  stop.abort()
  const { exit, err } = await ending
  assert.deepEqual([exit, err], [130, ''])
  assert.deepEqual([parley.called(`POST ${one}/turns`).length, parley.called(`DELETE ${one}`).length], [1, 1])
})

test('chat refuses options that exclude each other and channels that personas do not have', async () => {
  for (const args of [
    ['--channel', 'fax'],
    ['--persona', 'psn_1', '--keep'],
    ['--persona', 'psn_1', '--channel', 'sms'],
  ]) {
    const { exit, parley } = await chatted([...args, '--say', 'Hello'])
    assert.deepEqual([exit, parley.calls], [2, []])
  }
})
