import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { createPrompt } from './io.ts'

function terminal() {
  const input = new PassThrough()
  const output = new PassThrough()
  const printed: string[] = []
  output.on('data', (piece) => printed.push(String(piece)))
  const interrupt = new AbortController()
  const ends = { input, output, interrupted: interrupt.signal } as unknown as Parameters<typeof createPrompt>[0]
  return { input, interrupt, prompt: createPrompt(ends), printed: () => printed.join('') }
}

test('the terminal reads answers line by line, and typed-ahead lines wait for the next question', async () => {
  const { input, prompt } = terminal()
  const first = prompt.ask('Name? ')
  input.write('Ada\nLondon\n')
  assert.equal(await first, 'Ada')
  assert.equal(await prompt.ask('Where? '), 'London')
  prompt.leave()
})

test('a secret is hidden while the user types it', async () => {
  const { input, prompt, printed } = terminal()
  const answer = prompt.askSecret('Password: ')
  input.write('correct horse\n')
  assert.equal(await answer, 'correct horse')
  assert.match(printed(), /^Password: \n/)
  assert.doesNotMatch(printed(), /horse/)
  const next = prompt.ask('Email: ')
  input.write('ada\n')
  assert.equal(await next, 'ada')
  assert.match(printed(), /Email: /)
  prompt.leave()
})

test('the end of the input and an interrupt count as no answer', async () => {
  const ended = terminal()
  const one = ended.prompt.ask('Name? ')
  ended.input.end()
  assert.equal(await one, undefined)
  assert.equal(await ended.prompt.ask('Name? '), undefined)
  const stopped = terminal()
  const other = stopped.prompt.ask('Name? ')
  stopped.interrupt.abort()
  assert.equal(await other, undefined)
  for (const { printed } of [ended, stopped])
    assert.match(printed(), /Name\? .*\n$/, 'what follows has a line of its own')
})
