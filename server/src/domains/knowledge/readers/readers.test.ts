import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { type ContentType, sourceContentTypes } from '../content-type.ts'
import { readPassages } from './index.ts'
import { readInThread } from './read-in-thread.ts'
import { UnreadableSourceError } from './reader.ts'
import { buildPdf } from './testing/pdf.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const reading = (type: ContentType, text: string) => readPassages({ type, bytes: bytesOf(text) })

test('a page is read under its headings, without navigation and other boilerplate', async () => {
  const html = `<!doctype html><html><head><title>Shop</title><style>p { color: red }</style></head><body>
    <nav><a href="/">Home</a></nav>
    <h1>Prices</h1><p>A <b>pump</b> is&nbsp;10 &euro;.<br>Filters<script>steal()</script> are 3.</p>
    <ul><li>small</li><li>large</li></ul>
    <h2>Opening  hours</h2><table><tr><th>Day</th><th>Hours</th></tr><tr><td>Monday</td><td>9 to 5</td></tr></table>
    <p hidden>secret</p><footer>Imprint</footer></body></html>`
  assert.deepEqual(await reading('html', html), [
    { heading: 'Prices', text: 'A pump is 10 €.\nFilters are 3.\n- small\n- large' },
    { heading: 'Opening hours', text: 'Day | Hours\nMonday | 9 to 5' },
  ])
})

test('only the article of a cluttered page is read, and its title is the heading of text without one', async () => {
  const story = 'The harbour was rebuilt in three long years, and the ferries came back to it one after the other. '
  const links = '<li><a href="/x">Somewhere else</a></li>'.repeat(5)
  const html = `<html><head><title>The new harbour</title></head><body><div class="sidebar"><ul>${links}</ul></div>
    <article>${`<p>${story.repeat(4)}</p>`.repeat(5)}</article></body></html>`
  const passages = await reading('html', html)
  assert.ok(passages.length >= 2)
  assert.ok(passages.every(({ text }) => text.startsWith('The harbour') && !text.includes('Somewhere')))
  assert.equal(passages[0]?.heading, 'The new harbour')
})

test('a page that is not an article is read completely', async () => {
  const html = `<body><div>Short</div><div>Call us</div><p>Questions are free.</p></body>`
  assert.deepEqual(await reading('html', html), [{ text: 'Short\nCall us\nQuestions are free.' }])
})

const charsets: [what: string, bytes: Uint8Array, charset?: string][] = [
  ['UTF-8', bytesOf('<p>Größe 10 €</p>')],
  ['UTF-8 with a mark', bytesOf('\ufeff<p>Größe 10 €</p>')],
  ['undeclared Latin-1', Buffer.from('<p>Größe 10 \x80</p>', 'latin1')],
  ['a charset of the header', Buffer.from('<p>Größe 10 \xa4</p>', 'latin1'), 'iso-8859-15'],
  ['a charset of the page', Buffer.from('<meta charset="iso-8859-15"><p>Größe 10 \xa4</p>', 'latin1')],
  ['UTF-16', Buffer.from('\ufeff<p>Größe 10 €</p>', 'utf16le')],
  ['an unknown charset', bytesOf('<p>Größe 10 €</p>'), 'klingon'],
]
for (const [what, bytes, charset] of charsets) {
  test(`a page in ${what} is decoded`, async () => {
    assert.deepEqual(await readPassages({ type: 'html', bytes, charset }), [{ text: 'Größe 10 €' }])
  })
}

test('Markdown is read under its headings, lists, tables and HTML included', async () => {
  const markdown =
    '---\ntitle: x\n---\n# Care\n\nUse *warm* [water](https://example.com).\n\n- once\n- twice\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n## Repair\n\n<p>Call <b>us</b></p><script>no()</script>\n'
  assert.deepEqual(await reading('markdown', markdown), [
    { heading: 'Care', text: 'Use warm water.\n- once\n- twice\na | b\n1 | 2' },
    { heading: 'Repair', text: 'Call us' },
  ])
})

test('plain text keeps its lines, and empty lines separate its paragraphs', async () => {
  assert.deepEqual(await reading('text', 'one\r\ntwo\r\n\r\n  \r\nthree'), [{ text: 'one\ntwo\nthree' }])
})

test('each row of a CSV becomes a passage that names its columns', async () => {
  assert.deepEqual(await reading('csv', 'Name;Price\nPump;"10;5"\n"Fil""ter";\n'), [
    { text: 'Name: Pump; Price: 10;5' },
    { text: 'Name: Fil"ter' },
  ])
  assert.deepEqual(await reading('csv', 'only,one,line'), [{ text: 'only; one; line' }])
  assert.deepEqual(await reading('csv', 'a,b\n1,2,3\n4'), [{ text: 'a: 1; b: 2; 3' }, { text: 'a: 4' }])
})

test('the text of a PDF is read', async () => {
  assert.deepEqual(await readPassages({ type: 'pdf', bytes: buildPdf('The ferry leaves at noon') }), [
    { text: 'The ferry leaves at noon' },
  ])
})

const unreadable: [what: string, type: ContentType, bytes: Uint8Array, says: RegExp][] = [
  ['an invalid PDF', 'pdf', bytesOf('no pdf'), /not a readable PDF/],
  ['a PDF without text', 'pdf', buildPdf(''), /scanned/],
  ['a page without text', 'html', bytesOf('<p> </p><script>x</script>'), /no text/],
  ['an empty file', 'text', bytesOf(''), /no text/],
  ['a CSV with a million columns', 'csv', bytesOf('a,'.repeat(1_000_000)), /CSV/],
]
for (const [what, type, bytes, says] of unreadable) {
  test(`${what} is unreadable, and the error states why`, async () => {
    await assert.rejects(
      readPassages({ type, bytes }),
      (error: Error) => error instanceof UnreadableSourceError && says.test(error.message),
    )
    await assert.rejects(readInThread({ type, bytes }, AbortSignal.timeout(60_000)), { message: says })
  })
}

test('a page nested ten thousand levels deep can be read', async () => {
  const passages = await reading('html', `${'<div>'.repeat(10_000)}deep down${'</div>'.repeat(10_000)}`)
  assert.deepEqual(passages, [{ text: 'deep down' }])
})

test('reading in a separate thread stops when it is aborted', async () => {
  const stop = new AbortController()
  const bytes = bytesOf('<p>word</p>'.repeat(500_000))
  const reads = readInThread({ type: 'html', bytes }, stop.signal)
  stop.abort(new Error('stopped'))
  await assert.rejects(reads, /stopped/)
})

test('a reader reads any bytes or reports them as unreadable', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...sourceContentTypes), fc.uint8Array({ maxLength: 300 }), async (type, bytes) => {
      await readPassages({ type, bytes }).catch((error) =>
        assert.ok(error instanceof UnreadableSourceError, String(error)),
      )
    }),
    { numRuns: 60 },
  )
})
