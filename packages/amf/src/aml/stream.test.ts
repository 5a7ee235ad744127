import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile, createAmlStream } from './compile.ts'
import { printAml } from './print.ts'

const steps: [title: string, ...[chunk: string, items: number][]][] = [
  ['a paragraph comes with the blank line behind it', ['One', 0], ['\n', 0], ['\n', 1], ['Two', 0]],
  ['a blank line may hold spaces', ['One\n', 0], [' \t', 0], ['\n', 1]],
  ['a marker comes with its last bracket', ['[[confirm #c | S?]', 0], [']', 1]],
  ['the text before a part comes with it', ['Hi [[confirm #c | S?', 0], [']]', 2]],
  ['chips come before their paragraph', ['Hi [[chips: A]]', 1], [' there\n\n', 1]],
  ['problems come as they are met', ['[[nosuch]]', 1], [' [[a ', 0], ['[[', 1]],
  ['a fence holds its paragraph back', ['```\nx\n\n', 0], ['y\n```\n', 0], ['\n', 1]],
  ['a carriage return waits for its line feed', ['One\r\n\r', 0], ['\n', 1]],
  ['escapes are known across chunks', ['\\', 0], ['[', 0], ['[chips: A]]', 0], ['\n\n', 1]],
]
for (const [title, ...chunks] of steps) {
  test(`in a stream ${title}`, () => {
    const stream = createAmlStream()
    const seen = chunks.map(([chunk]) => [chunk, stream.push(chunk).length])
    assert.deepEqual(seen, chunks)
  })
}

test('a surrogate pair split across two chunks comes out whole', () => {
  const stream = createAmlStream()
  const items = [...stream.push('a\ud83d'), ...stream.push('\ude00b'), ...stream.end()]
  assert.deepEqual(items, [{ part: { type: 'text', text: 'a😀b' } }])
})

test('NUL, which cannot be stored or sent, becomes a replacement character', () => {
  const stream = createAmlStream()
  const items = [...stream.push('a\0'), ...stream.push('b [[chips: x\0]]'), ...stream.end()]
  assert.deepEqual(items, [{ chips: [{ label: 'x\ufffd' }] }, { part: { type: 'text', text: 'a\ufffdb' } }])
})

test('an empty stream has nothing to send', () => {
  assert.deepEqual(createAmlStream().end(), [
    { problem: { line: 1, column: 1, code: 'aml.empty', message: 'There is nothing to send' } },
  ])
})

// These would take minutes if any step were quadratic: no durations are asserted, the test's own timeout is enough.
const size = 100_000
const hostile: [title: string, aml: string][] = [
  ['openings', '[['.repeat(10_000)],
  ['an unclosed marker of a megabyte', `[[chips: ${'a'.repeat(1_000_000)}`],
  ['backslashes', '\\'.repeat(size)],
  ['backslashes in a marker', `[[chips: ${'\\'.repeat(size)}`],
  ['escaped closings', `[[chips: ${'\\]]'.repeat(size / 3)}`],
  ['carousels in carousels', '[[carousel [[card '.repeat(size / 18)],
  ['unclosed cards', `[[carousel ${'[[card '.repeat(size / 7)}]]`],
  ['chips in one line', 'x ` [[chips: A]] '.repeat(size / 17)],
  ['chips in a fence', `\`\`\`\n${'[[chips: A]]\n'.repeat(size / 13)}`],
  ['unknown markers', '[[chisp: A]]'.repeat(size / 12)],
  ['rows without a sign', `[[ask.choice #x | W\n${'a\n'.repeat(size / 2)}]]`],
  ['heads without an end', `[[ask.choice #x\n${'|\n'.repeat(size / 2)}]]`],
  ['tildes', `[[ask.choice #x | W\na = ${'~ '.repeat(size / 2)}]]`],
  ['a host without an end', `[[chips: a -> ${'a.'.repeat(size / 2)}]]`],
  ['a number without an end', `[[share.place | a\nlatitude = ${'1'.repeat(size)}e]]`],
  ['spaces before a time', `[[ask.time #t | W\na = 2027-03-04${' '.repeat(size)}x]]`],
  ['spaces', `${' '.repeat(size)}x`],
  ['line ends', '\r\n'.repeat(size / 2)],
  ['fences', '```\n'.repeat(size / 4)],
  ['quotes', '> '.repeat(size / 2)],
]
for (const [title, aml] of hostile) {
  test(`a stream of single characters stays fast on ${title}`, () => {
    const stream = createAmlStream()
    let items = 0
    for (let at = 0; at < aml.length; at++) items += stream.push(aml.charAt(at)).length
    items += stream.end().length
    const { message, warnings, problems } = compile(aml)
    assert.ok(items >= message.parts.length + warnings.length + problems.length)
    if (problems.length === 0) assert.deepEqual(printAml(message).unprintable, [])
  })
}
