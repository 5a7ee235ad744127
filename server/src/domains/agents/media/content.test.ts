import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { fc } from '@parley/test-kit'
import { gif, html, jpeg, m4a, mp3, mp4, ogg, opus, pdf, png, svg, vcard, webp } from './content.testing.ts'
import { detectMediaContent, mediaContentTypes } from './library.ts'

const files: [what: string, bytes: Buffer, contentType: string, width?: number, height?: number][] = [
  ['a PNG', png(7, 4), 'image/png', 7, 4],
  ['a JPEG', jpeg(640, 480), 'image/jpeg', 640, 480],
  ['a JPEG that is to be turned upside down', jpeg(640, 480, 3), 'image/jpeg', 640, 480],
  ['a JPEG that is to be turned upright', jpeg(640, 480, 6), 'image/jpeg', 480, 640],
  ['a GIF', gif(20, 10), 'image/gif', 20, 10],
  ['a GIF that is a script as well', gif(0x2a2f, 0x2f2a, '=1;alert(1)'), 'image/gif', 0x2a2f, 0x2f2a],
  ['a WebP', webp(300, 200), 'image/webp', 300, 200],
  ['a huge picture', png(30_000, 30_000), 'image/png', 30_000, 30_000],
  ['a PNG of a size that cannot be', png(0xffff_ffff, 5), 'image/png'],
  ['a PNG without a width', png(0, 5), 'image/png'],
  ['a JPEG without a frame', jpeg(1, 1).subarray(0, 20), 'image/jpeg'],
  ['a film', mp4(), 'video/mp4'],
  ['an MP4 sound', m4a, 'audio/mp4'],
  ['an MP3', mp3, 'audio/mpeg'],
  ['an Ogg sound', ogg, 'audio/ogg'],
  ['an Opus sound', opus, 'audio/ogg'],
  ['a PDF', pdf, 'application/pdf'],
  ['a vCard', vcard, 'text/vcard'],
]
for (const [what, bytes, contentType, width, height] of files) {
  test(`${what} is kept as ${contentType} ${width ? `of ${width} by ${height}` : 'without a size'}`, async () => {
    const read = await detectMediaContent(bytes)
    assert.deepEqual([read?.contentType, read?.width, read?.height], [contentType, width, height])
  })
}

const refused: [what: string, bytes: Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['an SVG', svg],
  ['an SVG behind an XML declaration', Buffer.concat([Buffer.from('<?xml version="1.0"?>'), svg])],
  ['an SVG packed with gzip', gzipSync(svg)],
  ['an HTML page', html],
  ['an HTML page that speaks of GIF89a', Buffer.concat([html, gif(1, 1)])],
  ['plain text', Buffer.from('hello')],
  ['a zip archive', Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1')],
  ['a program', Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1')],
  ['a script', Buffer.from('#!/bin/sh\nrm -rf /\n')],
]
for (const [what, bytes] of refused) {
  test(`${what} is refused`, async () => {
    assert.equal(await detectMediaContent(bytes), undefined)
  })
}

test('a truncated picture has no size, whatever bytes follow it in memory', async () => {
  for (const whole of [png(7, 4), gif(20, 10), webp(300, 200), jpeg(640, 480)]) {
    const memory = Buffer.concat([whole, Buffer.alloc(64, 0x41)])
    for (let length = 0; length < whole.length; length++) {
      const read = await detectMediaContent(memory.subarray(0, length))
      assert.ok(read?.width !== 0x4141 && read?.height !== 0x4141, `${length} bytes`)
    }
  }
})

test('any bytes after a known file signature give a supported type or none', async () => {
  const beginning = fc.constantFrom(
    ...files.flatMap(([, bytes]) => [bytes, bytes.subarray(0, 4), bytes.subarray(0, 12), bytes.subarray(0, 24)]),
    ...refused.map(([, bytes]) => bytes),
  )
  const bytes = fc.tuple(beginning, fc.uint8Array({ maxLength: 300 })).map((parts) => Buffer.concat(parts))
  await fc.assert(
    fc.asyncProperty(bytes, async (bytes) => {
      const read = await detectMediaContent(bytes)
      if (!read) return
      assert.ok(mediaContentTypes.includes(read.contentType))
      for (const side of [read.width, read.height])
        assert.ok(side === undefined || (Number.isInteger(side) && side >= 1 && side <= 1_000_000))
    }),
    { numRuns: 500 },
  )
})
