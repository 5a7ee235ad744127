import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { channels, compile, getProfile, listAmlReferences, printAml, render, validateMessage } from './index.ts'

/** Checks the guide: runs its examples, and compares its table with the profiles. */
const guide = readFileSync(new URL('../../../docs/messages.md', import.meta.url), 'utf8')
const reference = readFileSync(new URL('../../../docs/aml.md', import.meta.url), 'utf8')
const examples = (language: string, text = guide) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text)

test('every AML example compiles, renders on every channel, and prints as it was written', () => {
  const written = [...examples('aml'), ...examples('aml', reference)].filter(
    (aml) => listAmlReferences(aml).length === 0,
  )
  assert.ok(written.length > 12)
  for (const aml of written) {
    const { message, problems, warnings } = compile(aml)
    assert.deepEqual([problems, warnings], [[], []])
    assert.ok('message' in validateMessage(message))
    for (const channel of channels) assert.ok(render(message, { channel, messageId: 'm1' }).messages.length > 0)
    assert.deepEqual(compile(printAml(message).aml).message, message)
  }
})

test('every message in the guide is valid', () => {
  const inline = [...guide.matchAll(/`(\{ "spec": .*? \})`/g)].map(([, text = '']) => text)
  assert.equal(examples('json').length + inline.length, 2)
  for (const text of [...examples('json'), ...inline]) assert.ok('message' in validateMessage(JSON.parse(text)), text)
})

test('the two notations of the first example are the same message', () => {
  const [json = '', aml = ''] = [examples('json')[0], examples('aml')[0]]
  const { delivery, id, ...message } = JSON.parse(json)
  assert.ok(delivery && id)
  assert.deepEqual(compile(aml).message, message)
})

test('the TypeScript example runs and prints the expected output', async () => {
  const [code = ''] = examples('ts')
  const lines: string[] = []
  const run = new Function(
    'amf',
    'console',
    code.replace(/^import .*$/m, 'const { compile, matchAnswer, render } = amf'),
  )
  run(await import('./index.ts'), { log: (...words: unknown[]) => lines.push(words.join(' ')) })
  assert.deepEqual(lines, ['0 Ready?\n\nShall we?\n\nReply YES (Yes, go) or NO (Wait). yes 1'])
})

test('the table of channels matches the profiles', () => {
  const rows = guide.split('\n').filter((line) => line.startsWith('| '))
  const cells = (name: string) =>
    (rows.find((row) => row.startsWith(`| ${name} |`)) ?? '')
      .split('|')
      .slice(2, -1)
      .map((cell) => cell.trim())
  const rowFor = (of: (profile: ReturnType<typeof getProfile>) => string) =>
    channels.map((channel) => of(getProfile(channel)))
  assert.deepEqual(
    cells('chips under a message'),
    rowFor(({ chips: { min, max } }) => (max === 0 ? '' : min ? `${min} to ${max}` : String(max))),
  )
  assert.deepEqual(
    cells('label'),
    rowFor(({ chips }) => (chips.max === 0 ? '' : String(chips.labelMaxLength))),
  )
  assert.deepEqual(
    cells('cards, carousel'),
    rowFor(({ card }) => (card ? 'yes' : '')),
  )
  assert.deepEqual(
    cells('list picker'),
    rowFor(({ listPicker: list }) => (list ? `${list.from} to ${list.max}` : '')),
  )
  assert.deepEqual(
    cells('time picker'),
    rowFor(({ timePicker }) => (timePicker ? 'yes' : '')),
  )
  assert.deepEqual(
    cells('asks for a location'),
    rowFor(({ locationRequest }) => (locationRequest ? 'yes' : '')),
  )
  assert.deepEqual(
    cells('reply window'),
    rowFor(({ windowHours }) => (windowHours ? `${windowHours} h` : '')),
  )
})
