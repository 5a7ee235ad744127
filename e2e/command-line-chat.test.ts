import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { callParley, createScratchFolder, startParleyProcess } from '../server/src/testing/process.ts'

const program = fileURLToPath(new URL('../cli/bin/parley.mjs', import.meta.url))
const env = { DATA_DIR: createScratchFolder() }
const server = await startParleyProcess(env)
const { org, agent, apiKey } = server.credentials()

/** Runs the CLI in the folder where Parley stored its credentials, so that it needs no further options. */
function parley(args: string[], input = ''): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const options = { cwd: env.DATA_DIR, env: { PATH, NODE_COMPILE_CACHE, HOME: env.DATA_DIR, DATA_DIR: env.DATA_DIR } }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], options, (_, stdout, stderr) => {
      assert.ok(!`${stdout}${stderr}`.includes(apiKey), 'no key is printed')
      resolve({ code: child.exitCode, stdout, stderr })
    })
    child.stdin?.end(input)
  })
}

async function callApi<T>(method: string, path: string, body?: unknown): Promise<T> {
  const at = { origin: server.origin, token: apiKey }
  const response = await callParley(at, method, `/orgs/${org}/agents/${agent}${path}`, body)
  assert.ok(response.status < 300, `${method} ${path} answered ${response.status}`)
  return response.body as T
}

type Personas = { data: { id: string; name: string; consent: { status: string } }[] }
const readPersonas = async () => (await callApi<Personas>('GET', '/personas')).data

// The demo is created in the background, and its personas last.
for (let attempts = 0; (await readPersonas()).length < 3; attempts++) {
  assert.ok(attempts < 3600, 'the demo had no personas within three minutes')
  await sleep(50)
}

test('a user talks to the demo agent in a terminal: questions, cards, and a visit booked by taps', async () => {
  const chat = await parley(['chat', '--say', 'When are you open?', '--say', 'Show me your treatments'])
  assert.equal(chat.code, 0, chat.stderr)
  assert.match(chat.stdout, /^> When are you open\?\n {2}We are open Monday to Friday/)
  assert.match(chat.stdout, /│ Check-up and cleaning +│ │ Teeth whitening +│/)
  assert.match(chat.stdout, /│ \[1 Book a visit\] +│ │ \[3 Book a visit\] +│/)

  const lines = ['I want to book a visit', 'Check-up and cleaning', '3', 'Ada Byron', 'ada@example.com']
  const booking = await parley(['chat', '--json'], [...lines, 'yes', '/why', ''].join('\n'))
  assert.equal(booking.code, 0, booking.stderr)
  const turns = booking.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const kinds = turns.flatMap(({ effects }) => effects.map(({ kind }: { kind: string }) => kind))
  assert.ok(kinds.includes('appointment.booked'), booking.stderr)
  assert.match(booking.stderr, /\n {2}· Booked /)
  assert.match(booking.stderr, /\n {2}Playbook {3}\S+\n/)

  const remaining = await readPersonas()
  assert.ok(!remaining.some(({ name }) => name === 'Someone at a terminal'), 'the persona is deleted')
})

test('the command line stages and starts a campaign rehearsal and watches it to its end', async () => {
  const consenting = (await readPersonas()).filter(({ consent }) => consent.status === 'granted')
  const personaIds = consenting.map(({ id }) => id)
  const campaign = { name: 'Recall, in a terminal', outreachId: 'six-month-recall', audience: { personaIds } }
  const { id } = await callApi<{ id: string }>('POST', '/campaigns', campaign)

  const startResult = await parley(['campaigns', 'start', id, '--watch'])
  assert.equal(startResult.code, 0, startResult.stderr)
  assert.match(startResult.stdout, /People {5}\d+, \d+ will receive it\n[\s\S]*\nRecall, in a terminal is \w+\n/)
  assert.match(startResult.stdout, /\nCOMPLETED {2}\d+ sent/)

  const watchResult = await parley(['campaigns', 'watch', id, '--json'])
  assert.deepEqual([watchResult.code, JSON.parse(watchResult.stdout).status], [0, 'completed'])
  const listResult = await parley(['campaigns', 'list'])
  assert.match(listResult.stdout, new RegExp(`^${id} +Recall, in a terminal +completed \\(rehearsal\\)`, 'm'))
  const lateResult = await parley(['campaigns', 'pause', id])
  assert.equal(lateResult.code, 3)
  assert.match(lateResult.stderr, /409/)
})
