import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  compareVectors,
  compareWords,
  encodeVector,
  extractQuestionWords,
  findNearestGroup,
  toInt8Array,
} from './similarity.ts'

/** A vector of length 1 at this angle to the first axis. */
function vectorAt(similarity: number): Int8Array {
  const vector = new Float32Array(512)
  vector[0] = similarity * 0.1
  vector[1] = Math.sqrt(1 - similarity ** 2) * 0.1
  return toInt8Array(encodeVector(vector) as Buffer)
}

const group = (text: string, similarity?: number) => ({
  groupKey: 1,
  words: extractQuestionWords(text),
  ...(similarity !== undefined && { vector: vectorAt(similarity) }),
})

test('words are compared without stop words, plurals, case and accents', () => {
  const same = (one: string, other: string) => compareWords(extractQuestionWords(one), extractQuestionWords(other))
  assert.equal(same('Do you sell marine paints?', 'do you SELL marine paint'), 1)
  assert.equal(same('¿Tienen pintura marina?', 'pintura marína'), 1)
  assert.equal(same('Haben Sie Farbe?', 'Is there parking?'), 0)
  assert.equal(compareWords([], []), 0)
  assert.ok(extractQuestionWords('where are you').length > 0)
})

test('encoded vectors keep their angles', () => {
  for (const similarity of [1, 0.8, 0.5, 0])
    assert.ok(Math.abs(compareVectors(vectorAt(1), vectorAt(similarity)) - similarity) < 0.02)
  assert.equal(encodeVector(new Float32Array()), undefined)
  assert.equal(compareVectors(vectorAt(1), new Int8Array()), 0)
})

test('the fewer words two questions share, the nearer their meanings must be', () => {
  const join = (text: string, similarity: number) =>
    findNearestGroup(group(text, 1), [group('marine paint', similarity)])?.groupKey
  assert.equal(join('boat paint', 0.5), 1)
  assert.equal(join('boat varnish', 0.6), undefined)
  assert.equal(join('boat varnish', 0.7), 1)
  assert.equal(join('paint marine', 0), 1)
})

test('without a vector, words decide', () => {
  assert.equal(findNearestGroup(group('blue marine paint'), [group('marine paint', 1)])?.groupKey, 1)
  assert.equal(findNearestGroup(group('blue rope'), [group('marine paint')]), undefined)
  assert.equal(findNearestGroup(group('marine paint'), []), undefined)
})
