import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type AgentContent, compile, render, validateMessage } from '../index.ts'
import { markerKinds } from './markers/index.ts'

/** Checks docs/aml.md: compiles and renders its examples, and requires every marker and every code. */

const folder = new URL('./', import.meta.url)
const guide = readFileSync(new URL('../../../../docs/aml.md', folder), 'utf8')
const blocks = [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
  language,
  text,
}))
const section = (title: string): string => {
  const [, text = assert.fail(`there is no section ${title}`)] = guide.split(`\n## ${title}\n`)
  return text.split('\n## ')[0] as string
}

/** The content that the guide defines, plus what its list of notes needs. */
const sample = JSON.parse(/```json\n([\s\S]*?)```/.exec(section("The agent's own content"))?.[1] as string)
const templates: Record<string, string> = {
  ...sample.template,
  endless: '[[template: endless]]',
  ...Object.fromEntries([1, 2, 3, 4, 5].map((level) => [`deep-${level}`, `[[template: deep-${level + 1}]]`])),
  'deep-6': 'Down here',
}
const content: AgentContent = {
  template: (id) => templates[id],
  thing: (id) => (id === 'broken' ? {} : sample.thing[id]),
  collection: (id) => sample.collection[id]?.map((thing: string) => sample.thing[thing]),
  image: (id) => sample.image[id],
}

test('every example compiles to the message after it, and SMS shows the text below', () => {
  const examples = blocks.flatMap(({ language }, at) => (language === 'aml' ? [blocks.slice(at, at + 3)] : []))
  assert.ok(examples.length > markerKinds.length)
  for (const [{ text: aml = '' } = {}, json, sms] of examples) {
    assert.deepEqual([json?.language, sms?.language], ['json', 'sms'], aml)
    const { message, warnings, problems } = compile(aml, { content })
    assert.deepEqual([warnings, problems], [[], []], aml)
    assert.deepEqual(message, JSON.parse(json?.text ?? ''))
    assert.ok('message' in validateMessage(message))
    const { messages } = render(message, { channel: 'sms', messageId: 'm1', locale: 'en-US' })
    assert.equal(`${messages.map(({ text }) => text).join('\n---\n')}\n`, sms?.text)
  }
})

test('every marker has its own section with an example, and there is no other section', () => {
  const sections = guide.split(/^### /m).slice(1)
  const named = sections.flatMap((text) => /^`([\w.]+)`$/m.exec(text.split('\n')[0] as string)?.[1] ?? [])
  assert.deepEqual(named.toSorted(), markerKinds.map(({ name }) => name).sort())
  for (const name of named) {
    const [, aml] = /```aml\n([\s\S]*?)```/.exec(sections.find((text) => text.startsWith(`\`${name}\``)) ?? '') ?? []
    assert.ok(aml?.includes(`[[${name}`), name)
  }
})

/** `⏎` is a line break, `aa…` is longer than allowed. */
const example = (cell: string): string =>
  (/^`` (.*) ``$|^`(.*)`$/.exec(cell)?.slice(1).join('') ?? '')
    .replaceAll('\\|', '|')
    .replaceAll('⏎', '\n')
    .replaceAll('aa…', 'a'.repeat(2001))

const notesIn = (title: string): [code: string, aml: string][] =>
  [...section(title).matchAll(/^\| `(aml\.[\w.]+)` \|(.*?)(?<!\\)\|/gm)].map(([, code = '', cell = '']) => [
    code,
    example(cell.trim()),
  ])

for (const [title, kind] of [
  ['Problems', 'problems'],
  ['Warnings', 'warnings'],
] as const) {
  test(`every example among the ${kind} is documented with its code`, () => {
    for (const [code, aml] of notesIn(title)) {
      const codes = compile(aml, { content })[kind].map((note) => note.code)
      assert.ok(codes.length > 0 && codes.every((one) => one === code), `${code}: ${aml}: ${codes}`)
    }
  })
}

test('the guide has every code of the compiler, and no other', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?!.*(?:test|testing\/.*)\.ts).*\.ts$/.test(name),
  )
  const known = files.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/'(aml\.[\w.]+)'/g)].map(([, code]) => code),
  )
  const listed = ['Problems', 'Warnings'].flatMap((title) => notesIn(title).map(([code]) => code))
  assert.deepEqual([...listed, 'aml.more'].sort(), [...new Set(known)].sort())
  assert.ok(section('Warnings').includes('`aml.more`'))
  assert.equal(compile('[[chips]]'.repeat(1001)).problems.at(-1)?.code, 'aml.more')
})

/** The allowed row and field names follow the marker's heading. */
test('each marker documents as many head fields as the compiler knows', () => {
  for (const { name, head } of markerKinds) {
    if (head === 'list') continue
    const [, text = ''] = guide.split(`\n### \`${name}\`\n`)
    const [, written = ''] = /`\[\[[\w.]+(?: #id \||:| \|) ([^`\]]*)/.exec(text) ?? []
    assert.equal(written.split(' | ').length, head.length, name)
  }
})
