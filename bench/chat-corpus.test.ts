import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '@parley/amf'
import { buildChatCorpus } from './chat-corpus.ts'

const corpus = buildChatCorpus()
const shareOf = (matches: (text: string) => boolean) => corpus.filter(matches).length / corpus.length
const hasMarkers = (text: string) => text.includes('[[')
const hasLightMarkdown = (text: string) => !hasMarkers(text) && /\*|~~|\]\(|^(?:-|1\.) /m.test(text)

test('the corpus is about two hundred different messages of 20 to 400 characters', () => {
  assert.ok(corpus.length >= 190 && corpus.length <= 220, `${corpus.length}`)
  for (const text of corpus) assert.ok(text.length >= 20 && text.length <= 400, `${text.length}: ${text}`)
  assert.equal(new Set(corpus).size, corpus.length)
})

test('a third of the corpus is plain, a third has light markdown, a third has markers', () => {
  for (const kind of [hasMarkers, hasLightMarkdown])
    assert.ok(Math.abs(shareOf(kind) - 1 / 3) < 0.05, `${shareOf(kind)}`)
})

test('every message of the corpus is well-formed and has no placeholder left to fill', () => {
  for (const text of corpus) {
    const { problems, warnings } = compile(text)
    assert.deepEqual([...problems, ...warnings], [], text)
    assert.doesNotMatch(text, /[{}]|undefined/)
  }
})
