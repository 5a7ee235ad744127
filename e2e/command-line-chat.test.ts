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
function parley(args: string[], input = ''): Promise<{ code: number | null; out: string; err: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const options = { cwd: env.DATA_DIR, env: { PATH, NODE_COMPILE_CACHE, HOME: env.DATA_DIR, DATA_DIR: env.DATA_DIR } }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], options, (_, out, err) => {
      assert.ok(!`${out}${err}`.includes(apiKey), 'no key is printed')
      resolve({ code: child.exitCode, out, err })
    })
    child.stdin?.end(input)
  })
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const at = { origin: server.origin, token: apiKey }
  const answered = await callParley(at, method, `/orgs/${org}/agents/${agent}${path}`, body)
  assert.ok(answered.status < 300, `${method} ${path} answered ${answered.status}`)
  return answered.body as T
}

type Personas = { data: { id: string; name: string; consent: { status: string } }[] }
const personas = async () => (await ask<Personas>('GET', '/personas')).data

// The demo is created in the background, and its personas last.
for (let tries = 0; (await personas()).length < 3; tries++) {
  assert.ok(tries < 3600, 'the demo had no personas within three minutes')
  await sleep(50)
}

test('a user talks to the demo agent in a terminal: questions, cards, and a visit booked by taps', async () => {
  const chat = await parley(['chat', '--say', 'When are you open?', '--say', 'Show me your treatments'])
  assert.equal(chat.code, 0, chat.err)
  assert.match(chat.out, /^> When are you open\?\n {2}We are open Monday to Friday/)
  assert.match(chat.out, /│ Check-up and cleaning +│ │ Teeth whitening +│/)
  assert.match(chat.out, /│ \[1 Book a visit\] +│ │ \[3 Book a visit\] +│/)

  const lines = ['I want to book a visit', 'Check-up and cleaning', '3', 'Ada Byron', 'ada@example.com']
  const booked = await parley(['chat', '--json'], [...lines, 'yes', '/why', ''].join('\n'))
  assert.equal(booked.code, 0, booked.err)
  const turns = booked.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const kinds = turns.flatMap(({ effects }) => effects.map(({ kind }: { kind: string }) => kind))
  assert.ok(kinds.includes('appointment.booked'), booked.err)
  assert.match(booked.err, /\n {2}· Booked /)
  assert.match(booked.err, /\n {2}Playbook {3}\S+\n/)

  const left = await personas()
  assert.ok(!left.some(({ name }) => name === 'Someone at a terminal'), 'the persona is deleted')
})

test('the command line stages and starts a campaign rehearsal and watches it to its end', async () => {
  const granted = (await personas()).filter(({ consent }) => consent.status === 'granted')
  const personaIds = granted.map(({ id }) => id)
  const made = { name: 'Recall, in a terminal', outreachId: 'six-month-recall', audience: { personaIds } }
  const { id } = await ask<{ id: string }>('POST', '/campaigns', made)

  const started = await parley(['campaigns', 'start', id, '--watch'])
  assert.equal(started.code, 0, started.err)
  assert.match(started.out, /People {5}\d+, \d+ will receive it\n[\s\S]*\nRecall, in a terminal is \w+\n/)
  assert.match(started.out, /\nCOMPLETED {2}\d+ sent/)

  const watched = await parley(['campaigns', 'watch', id, '--json'])
  assert.deepEqual([watched.code, JSON.parse(watched.out).status], [0, 'completed'])
  const listed = await parley(['campaigns', 'list'])
  assert.match(listed.out, new RegExp(`^${id} +Recall, in a terminal +completed \\(rehearsal\\)`, 'm'))
  const late = await parley(['campaigns', 'pause', id])
  assert.equal(late.code, 3)
  assert.match(late.err, /409/)
})
