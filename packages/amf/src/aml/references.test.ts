import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AmlReference, listAmlReferences } from './compile.ts'

const named: [aml: string, ...references: [AmlReference['kind'], string, number, number][]][] = [
  ['no markers, image:x in words'],
  ['Hi [[template: welcome]]', ['template', 'welcome', 1, 4]],
  ['a\r\n\r\n[[Things: a, b]]', ['thing', 'a', 3, 1], ['thing', 'b', 3, 1]],
  ['[[collection: c]] [[collection: c]]', ['collection', 'c', 1, 1], ['collection', 'c', 1, 19]],
  ['[[media: image:logo | Our logo]]', ['image', 'logo', 1, 1]],
  ['[[card: A\nimage = image:x\n]]', ['image', 'x', 2, 1]],
  ['[[carousel\n[[card: A\n image = image: x\n]]\n]]', ['image', 'x', 3, 2]],
  ['[[ask.choice #x | Y\na = A ~ ~ image:x\nb = B ~ ~ image:y\n]]', ['image', 'x', 2, 1], ['image', 'y', 3, 1]],
  ['[[showcase\nno sign\nb = B ~ ~ image:y\n]]', ['image', 'y', 3, 1]],
  ['\\[[template: x]] [[template: y'],
]
for (const [aml, ...references] of named) {
  test(`${JSON.stringify(aml)} names ${references.map(([kind, id]) => `${kind} ${id}`).join(', ') || 'nothing'}`, () => {
    const found = listAmlReferences(aml).map(({ kind, id, line, column }) => [kind, id, line, column])
    assert.deepEqual(found, references)
  })
}
