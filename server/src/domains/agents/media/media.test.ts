import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { getFileNameFromUrl, mediaInUse, sanitizeFileName } from './media.ts'
import { parseRange } from './public-response.ts'

const names: [suggested: string, expected: string][] = [
  ['boat.png', 'boat.png'],
  ['My boat (1).png', 'My boat (1).png'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['/', 'untitled'],
  ['', 'untitled'],
  ['   ', 'untitled'],
  ['..', 'untitled'],
  ['a/..', 'untitled'],
  ['a\u0000b\r\n.png', 'ab.png'],
  ['gpj.\u202eexe', 'gpj.exe'],
  ['\ud800x', '�x'],
  ['say "hi".png', 'say "hi".png'],
  ['🚤'.repeat(300), '🚤'.repeat(200)],
]
for (const [suggested, expected] of names) {
  test(`a file called ${JSON.stringify(suggested.slice(0, 20))} is named ${expected.slice(0, 20)}`, () => {
    assert.equal(sanitizeFileName(suggested), expected)
  })
}

const addresses: [url: string, name: string][] = [
  ['https://example.com/a/b/kite-1.png?size=2#top', 'kite-1.png'],
  ['https://example.com/r%C3%B6te%20kite.png', 'röte kite.png'],
  ['https://example.com/a%2Fb%5Cc.png', 'c.png'],
  ['https://example.com/%E0%A4%A', '%E0%A4%A'],
  ['https://example.com/%00', 'untitled'],
  ['https://example.com', 'untitled'],
  ['https://example.com/folder/', 'untitled'],
]
for (const [url, name] of addresses) {
  test(`a file copied from ${url} is named ${name}`, () => {
    assert.equal(getFileNameFromUrl(url), name)
  })
}

test('any suggested name becomes a name of 1 to 200 visible characters without a folder', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (suggested) => {
      const name = sanitizeFileName(suggested)
      assert.ok(name.length > 0 && [...name].length <= 200 && name.isWellFormed() && !/[/\\\0\r\n]/.test(name))
      assert.doesNotThrow(() => encodeURIComponent(name))
    }),
  )
})

const ranges: [header: string | undefined, part: ReturnType<typeof parseRange>][] = [
  [undefined, undefined],
  ['bytes=0-9', { start: 0, end: 10 }],
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=90-', { start: 90, end: 100 }],
  ['bytes=90-5000', { start: 90, end: 100 }],
  ['bytes=-10', { start: 90, end: 100 }],
  ['bytes=-5000', { start: 0, end: 100 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-0', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
  [`bytes=${'9'.repeat(400)}-`, undefined],
]
for (const [header, part] of ranges) {
  test(`the Range ${header?.slice(0, 30)} of a file of 100 bytes selects ${JSON.stringify(part) ?? 'all'}`, () => {
    assert.deepEqual(parseRange(header, 100), part)
  })
}

test('a refusal names each user once and lists every reference', () => {
  const users = Array.from({ length: 7 }, (_, at) => ({
    field: `things[${at}].media`,
    code: 'media.in_use',
    message: 'shows it',
    user: `Boat ${at % 6}`,
  }))
  const { details, status } = mediaInUse(users)
  assert.equal(status, 409)
  assert.match(details.detail ?? '', /Boat 0, Boat 1, Boat 2, Boat 3, Boat 4 and 1 more$/)
  assert.deepEqual(details.errors?.[6], { field: 'things[6].media', code: 'media.in_use', message: 'shows it' })
})
