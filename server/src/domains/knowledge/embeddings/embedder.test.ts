import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createEmbedder, type Embedder } from './embedder.ts'
import { computeNearestSimilarity } from './vector.ts'

// The worker thread does not keep this process alive, so this timer does while a test waits for it.
const awake = setInterval(() => {}, 1000)
after(() => clearInterval(awake))

const programOf = (code: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'\n${code}`)}`)

/** Returns the length of each text and the batch size; one particular word crashes it. */
const counting = programOf(`
  parentPort.on('message', (texts) => {
    if (texts.includes('crash')) process.exit(1)
    parentPort.postMessage({ vectors: texts.map((text) => Float32Array.of(text.length, texts.length)) })
  })
  parentPort.postMessage('ready')`)

function start(t: { after(act: () => Promise<void>): void }, program?: URL): Embedder {
  const embedder = createEmbedder({ program })
  t.after(() => embedder.close())
  return embedder
}

const lengths = (vectors: Float32Array[] | undefined) => vectors?.map(([length]) => length)

test('texts are returned as vectors, in their order, and are processed in small batches', async (t) => {
  const embedder = start(t, counting)
  assert.deepEqual(lengths(await embedder.embed([])), [])
  const texts = Array.from({ length: 30 }, (_, n) => 'x'.repeat(n + 1))
  const vectors = await embedder.embed(texts)
  assert.deepEqual(
    lengths(vectors),
    texts.map(({ length }) => length),
  )
  assert.ok(vectors?.every(([, together]) => together !== undefined && together <= 8))
})

test('only the beginning of a long text is embedded, and white space is collapsed to one space', async (t) => {
  const embedder = start(t, counting)
  assert.deepEqual(lengths(await embedder.embed(['x'.repeat(100_000), ' a \n\t b '])), [400, 3])
})

test('a query does not wait for all background work', async (t) => {
  const embedder = start(t, counting)
  const order: string[] = []
  const background = embedder
    .embed(
      Array.from({ length: 100 }, () => 'background'),
      { background: true },
    )
    .then(() => order.push('background'))
  await embedder.embed(['query']).then(() => order.push('query'))
  await background
  assert.deepEqual(order, ['query', 'background'])
})

test('waiting queries are embedded together, and queries beyond the limit are refused immediately', async (t) => {
  const embedder = start(t, counting)
  const vectors = await Promise.all(Array.from({ length: 40 }, () => embedder.embed(['query'])))
  const answered = vectors.filter((vector) => vector !== undefined)
  assert.ok(answered.length >= 16 && answered.length < 40)
  assert.ok(answered.some(([vector]) => vector?.[1] === 8))
})

test('after a crash the pending request returns undefined, and the next request starts another thread', async (t) => {
  const embedder = start(t, counting)
  for (let round = 0; round < 4; round++) {
    assert.equal(await embedder.embed(['crash']), undefined)
    assert.deepEqual(lengths(await embedder.embed(['again'])), [5])
  }
})

/** Returns the number of the thread. */
const numbered = programOf(`
  import { threadId } from 'node:worker_threads'
  parentPort.on('message', (texts) => parentPort.postMessage({ vectors: texts.map(() => Float32Array.of(threadId)) }))
  parentPort.postMessage('ready')`)

test('a thread that is idle ends, and the next request starts another', async (t) => {
  const embedder = createEmbedder({ program: numbered, idleSeconds: { query: 0.01, background: 0.01 } })
  t.after(() => embedder.close())
  const first = lengths(await embedder.embed(['query']))
  let later = first
  while (later?.[0] === first?.[0]) {
    await sleep(50)
    later = lengths(await embedder.embed(['query'], { background: true }))
    assert.equal(later?.length, 1)
  }
})

test('background work does not end a thread that queries may soon need again', async (t) => {
  const embedder = createEmbedder({ program: numbered, idleSeconds: { query: 900, background: 0.01 } })
  t.after(() => embedder.close())
  const first = await embedder.embed(['query'])
  await embedder.embed(['text'], { background: true })
  await sleep(100)
  assert.deepEqual(await embedder.embed(['query']), first)
})

test('loading a broken model is attempted at most three times', async (t) => {
  const warnings: string[] = []
  const log = { warn: (_: object, message: string) => warnings.push(message) }
  const embedder = createEmbedder({ log, program: programOf(`throw new Error('no weights')`) })
  t.after(() => embedder.close())
  for (let n = 0; n < 6; n++) assert.equal(await embedder.embed(['anything']), undefined)
  assert.equal(warnings.length, 3)
})

test('closing aborts current work, and no new work starts', async (t) => {
  const embedder = start(t, programOf(`parentPort.on('message', () => {})`))
  const waiting = embedder.embed(['never answered'])
  await embedder.close()
  assert.equal(await waiting, undefined)
  assert.equal(await embedder.embed(['later']), undefined)
})

test('an idle thread does not keep the process alive', async () => {
  const script = `
    const { createEmbedder } = await import(${JSON.stringify(new URL('./embedder.ts', import.meta.url).href)})
    const awake = setInterval(() => {}, 1000)
    const vectors = await createEmbedder({ program: new URL(${JSON.stringify(counting.href)}) }).embed(['text'])
    clearInterval(awake)
    console.log(vectors.length)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  assert.equal(stdout.trim(), '1')
})

test('the built-in model places similar texts close together and ignores text that is not English', async (t) => {
  const embedder = start(t)
  const [bus, coach, soup, german, chinese, codes, empty] =
    (await embedder.embed([
      'When does the bus leave?',
      'At what time is the departure of the coach?',
      'How do I cook a soup of lentils?',
      'Gibt es einen Parkplatz in der Nähe?',
      '東京への船はありますか',
      '🦷 12-34 #?!',
      '',
    ])) ?? []
  assert.ok(bus && coach && soup && german && chinese && codes && empty)
  for (const vector of [bus, coach, soup]) assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-3)
  assert.ok(computeNearestSimilarity(bus, coach) > 0.2 + computeNearestSimilarity(bus, soup))
  for (const vector of [german, chinese, codes, empty]) assert.equal(vector.length, 0)
})
