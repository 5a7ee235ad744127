import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildSearchIndex, renderSearchForm, renderSearchResults, searchGuides } from './search.ts'

const boats = `# Boats

What you can rent. See [people](people.md).

## Dinghies

For two. No licence needed.

\`\`\`sh
# not a heading
parley dinghy --list
\`\`\`

### The \`small\` one & only

Costs 10 pounds a day.

## Prices

| Boat | Pounds |
|---|---|
| dinghy | 10 |
`
const people = `# People

Everyone who rents a boat. ${'A long sentence that says nothing of interest. '.repeat(20)}The licence of a person is at the very end.
`
const index = buildSearchIndex([
  { name: 'boats.md', text: boats },
  { name: 'paths/people.md', text: people },
])
const find = (query: string) => searchGuides(index, query).hits.map(({ section: { page, id } }) => `${page}#${id}`)

test('the search finds sections by the beginnings of words, titles first', () => {
  assert.deepEqual(find('ding'), ['/docs/boats#dinghies', '/docs/boats#prices'])
  assert.deepEqual(find('DINGHIES'), ['/docs/boats#dinghies'])
  assert.deepEqual(find('inghies'), [])
  assert.deepEqual(find('pounds day'), ['/docs/boats#the-small-one-amp-only'])
  assert.deepEqual(find('--list'), ['/docs/boats#dinghies'])
  assert.deepEqual(find('small & only'), ['/docs/boats#the-small-one-amp-only'])
})

test('code is searched, and its comments are no headings', () => {
  assert.deepEqual(find('not a heading'), ['/docs/boats#dinghies'])
  assert.deepEqual(
    index.map(({ title }) => title),
    ['Boats', 'Dinghies', 'The small one & only', 'Prices', 'People'],
  )
})

test('if no section has all words, the search finds those with most of them, and says so', () => {
  assert.deepEqual(find('dinghies licence walrus'), ['/docs/boats#dinghies'])
  assert.match(
    renderSearchResults(index, 'dinghies licence walrus'),
    /No section has all of these words; 1 section has some/,
  )
})

test('a result links to its section and shows the text around the words', () => {
  const html = renderSearchResults(index, 'licence person')
  assert.match(html, /<a href="\/docs\/paths\/people">People<\/a>/)
  assert.match(html, /… .*The <mark>licence<\/mark> of a <mark>person<\/mark> is at the very end\.<\/p>/)
  assert.match(renderSearchResults(index, 'dinghies'), /<a href="\/docs\/boats#dinghies"><mark>Dinghies<\/mark><\/a>/)
  assert.match(renderSearchResults(index, 'pounds day'), /Boats.*Costs 10 <mark>pounds<\/mark> a <mark>day<\/mark>\./)
})

test('an empty search and one without results say what to do', () => {
  for (const query of ['', '   ', '"\'', '&'])
    assert.match(renderSearchResults(index, query), /Enter what you look for/)
  assert.match(renderSearchResults(index, 'walrus'), /do not mention “walrus”.*href="\/docs"/s)
})

test('a hostile query is text: on the page, in the form, and in the pattern', () => {
  const query = `<script>alert(1)</script>"' onfocus='x`
  for (const html of [renderSearchResults(index, query), renderSearchForm(query)]) {
    assert.ok(!html.includes('<script'))
    assert.ok(!html.includes("onfocus='"))
  }
  for (const pattern of [
    'a.*',
    '(a+)+$',
    '[z',
    '\\',
    'a{2',
    '^a',
    'a|b',
    '$&',
    '/x/',
    'a-b',
    '\ud800a',
    'a\u0000b',
    'ａ',
  ]) {
    assert.ok(renderSearchResults(index, pattern).length > 0, pattern)
    assert.ok(renderSearchResults(index, `${pattern} licence`).includes('licence'), pattern)
  }
})

test('only the beginning of a huge query is searched', () => {
  const html = renderSearchResults(index, `licence ${'a'.repeat(100_000)}`)
  assert.ok(html.length < 5_000)
  assert.match(html, /<mark>licence<\/mark>/)
  const many = Array.from({ length: 1000 }, (_, at) => `word${at}`).join(' ')
  assert.ok(searchGuides(index, many).terms.length <= 8)
})
