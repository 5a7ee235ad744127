import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { channels } from '../model/channels.ts'
import { validateMessage } from '../model/message.ts'
import { partTypes } from '../model/parts.ts'
import { type ChannelMessage, type RenderResult, render } from './render.ts'
import { gallery } from './testing/gallery.ts'

/** How each channel shows each kind of message. `UPDATE_GOLDEN=1` rewrites the files, to be reviewed and committed. */
const folder = new URL('../../golden/', import.meta.url)
const isUpdate = process.env.UPDATE_GOLDEN === '1'

const fileOf = (name: string) => new URL(`${name}.txt`, folder)

function drawn(message: ChannelMessage): string {
  const body = message.text.split('\n').map((line) => `| ${line}`.trimEnd())
  const chips = message.chips.map(({ label, kind }) => `[${kind === 'reply' ? '' : `${kind}: `}${label}]`)
  const size = message.sms ? [`  ${message.sms.encoding}, ${message.sms.segments} segment(s)`] : []
  return ['+---', ...body, ...(chips.length > 0 ? [`| ${chips.join(' ')}`] : []), '+---', ...size].join('\n')
}

function answersOf({ affordances }: RenderResult): string[] {
  return affordances.map(({ label, kind, number, numberShown, answer }) => {
    const by = number === undefined ? '' : numberShown ? ` or ${number}` : ` (or ${number})`
    return answer
      ? `  "${label}"${by} -> ${answer.intent} #${answer.intentId}: ${answer.optionId}`
      : `  "${label}" -> ${kind}`
  })
}

function page(name: string, rendered: RenderResult): string {
  const part = (title: string, lines: readonly string[]) => (lines.length > 0 ? [`${title}:`, ...lines, ''] : [])
  return [
    `${name} on ${rendered.channel}`,
    '',
    ...rendered.messages.map(drawn),
    '',
    ...part('Answers', answersOf(rendered)),
    ...part(
      'Losses',
      rendered.losses.map(({ code, path }) => `  ${code} at ${path}`),
    ),
    ...part('Seen', [
      JSON.stringify(
        rendered.messages.map(({ view }) => view),
        null,
        2,
      ),
    ]),
    ...part('Sent', [
      JSON.stringify(
        rendered.messages.map(({ native }) => native),
        null,
        2,
      ),
    ]),
  ].join('\n')
}

if (isUpdate) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
}

test('the gallery shows every type of part and only valid messages', () => {
  const partTypesShown = new Set(Object.values(gallery).flatMap(({ parts }) => parts.map(({ type }) => type)))
  assert.deepEqual([...partTypesShown].sort(), [...partTypes].sort())
  for (const exhibit of Object.values(gallery)) assert.ok('message' in validateMessage({ spec: 'amf/1', ...exhibit }))
})

for (const [name, exhibit] of Object.entries(gallery)) {
  for (const channel of channels) {
    test(`${name} on ${channel} matches its golden file`, () => {
      const rendered = render({ spec: 'amf/1', ...exhibit }, { channel, messageId: 'm1' })
      const file = fileOf(`${name}.${channel}`)
      if (isUpdate) writeFileSync(file, page(name, rendered))
      assert.ok(existsSync(file), 'there is no golden file: run with UPDATE_GOLDEN=1 and read what it wrote')
      assert.equal(page(name, rendered), readFileSync(file, 'utf8'))
    })
  }
}

test('every golden file belongs to a test', () => {
  const expected = Object.keys(gallery).flatMap((name) => channels.map((channel) => `${name}.${channel}.txt`))
  assert.deepEqual(readdirSync(folder).sort(), expected.sort())
})
