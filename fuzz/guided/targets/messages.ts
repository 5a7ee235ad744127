import assert from 'node:assert/strict'
import {
  type CompileOptions,
  channels,
  compile,
  createAmlStream,
  parseMarkdown,
  render,
  validateMessage,
} from '@parley/amf'
import { jsonTokens, parseJsonOrText } from '../mutate-text.ts'
import type { FuzzTarget } from '../target.ts'

const content: CompileOptions = {
  content: {
    template: (id) => (id === 't' ? 'From a template [[chips: T]]\n\n[[template: t]]' : undefined),
    thing: (id) => (id === 'a' ? { title: 'A thing' } : undefined),
    collection: (id) => (id === 'c' ? [{ title: 'One' }, { title: 'Two' }] : undefined),
    image: (id) => (id === 'x' ? 'https://example.com/x.png' : undefined),
  },
}

/** Any message that parses must be renderable on every channel. */
function renderOnAllChannels(value: unknown): void {
  const validated = validateMessage(value)
  if (!('message' in validated) || 'signal' in validated.message) return
  for (const channel of channels) render(validated.message, { channel, messageId: 'msg_1' })
}

const aml: FuzzTarget = {
  name: 'aml',
  sourcePattern: /packages\/amf\/src/,
  seeds: [
    'Hello **there**. [[chips: Yes | No]]',
    '[[choice: size | Which? | s: Small | m: Medium]]\n\n[[confirm | Ok?]]',
    '[[image: x]] [[things: a]] [[collection: c]] [[template: t]]',
    '# Title\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[link](https://example.com) `code`',
    '[[date: when | When?]] [[rating: stars | How was it? | 5]] [[form: f | Name | text]]',
  ],
  tokens: [
    '[[',
    ']]',
    '|',
    ':',
    '\n',
    '\n\n',
    '\\',
    '*',
    '**',
    '_',
    '`',
    '```',
    '- ',
    '1. ',
    '> ',
    '[',
    '](',
    ')',
    '{',
    '}',
    'chips',
    'choice',
    'confirm',
    'things',
    'template',
    'image',
    'date',
    '---',
  ],
  run(text) {
    const { message, problems } = compile(text, content)
    if (problems.length === 0 && message.parts.length > 0) renderOnAllChannels(message)
    const stream = createAmlStream(content)
    const items = [...Array.from(text, (character) => stream.push(character)).flat(), ...stream.end()]
    const parts = items.flatMap((item) => ('part' in item ? [item.part] : []))
    assert.deepEqual(parts, message.parts, 'parsing it character by character gives a different message')
  },
}

const amf: FuzzTarget = {
  name: 'amf',
  sourcePattern: /packages\/amf\/src/,
  seeds: [
    '{"spec":"amf/1","parts":[{"type":"text","text":"Hello **you**"}],"chips":[{"label":"Yes","kind":"reply"}]}',
    '{"spec":"amf/1","parts":[{"type":"ask.choice","intentId":"size","prompt":"Which?","options":[{"id":"s","label":"Small"}]}]}',
    '{"spec":"amf/1","parts":[{"type":"carousel","cards":[{"title":"A"},{"title":"B","image":{"url":"https://example.com/x.png"}}]}]}',
    '{"spec":"amf/1","parts":[{"type":"location","latitude":1,"longitude":2},{"type":"image","url":"https://example.com/x.png"}]}',
    '{"spec":"amf/1","signal":"typing"}',
  ],
  tokens: [
    '"type":"',
    '"text":',
    '"list"',
    '"table"',
    '"ask.confirm"',
    '"ask.date"',
    '"card"',
    '"chips":',
    '"label":',
    ...jsonTokens,
    '1e9',
    '-1',
  ],
  run(text) {
    const value = parseJsonOrText(text)
    if (value !== undefined) renderOnAllChannels(value)
  },
}

const markdown: FuzzTarget = {
  name: 'markdown',
  sourcePattern: /packages\/amf\/src/,
  seeds: [
    '**bold** _it_ `code` [a](https://example.com)\n\n- x\n  - y\n\n> q',
    '|a|b|\n|-|-|\n|1|2|',
    '1. x\n\n```\ncode\n```',
  ],
  tokens: ['*', '**', '_', '`', '[', '](', ')', '<', '>', '\n', '  ', '- ', '#', '|', '\\', '&amp;', 'https://', '~~'],
  run: (text) => void parseMarkdown(text),
}

export const targets: readonly FuzzTarget[] = [aml, amf, markdown]
