import { compile, render } from '@parley/amf'
import { marked } from 'marked'
import { micromark } from 'micromark'
import type { Benchmark } from './benchmark.ts'
import { buildChatCorpus } from './chat-corpus.ts'

const corpus = buildChatCorpus()
const corpusBytes = countBytes(corpus.join(''))
/** Parley and the other parsers run in alternating rounds, so that other load on the machine affects both. */
const rounds = 15
const roundMs = 80

/**
 * AML compared with the fastest and the most spec-compliant Markdown parser, on the same short messages in the same
 * run.
 */
export async function benchAmf(): Promise<Benchmark[]> {
  const rates = measureDurations({
    compile: () => corpus.forEach((text) => void compile(text)),
    rendered: () => corpus.forEach(compileAndRender),
    lexer: () => corpus.forEach((text) => void marked.lexer(text)),
    micromark: () => corpus.forEach((text) => void micromark(text)),
  })
  const unit = 'MB/s'
  return [
    { name: 'AML compile, compared with the marked lexer', ours: rates.compile, ceiling: rates.lexer, unit },
    {
      name: 'compile, render rcs and sms, compared with the marked lexer',
      ours: rates.rendered,
      ceiling: rates.lexer,
      unit,
    },
    {
      name: 'compile, render rcs and sms, compared with micromark',
      ours: rates.rendered,
      ceiling: rates.micromark,
      unit,
    },
    ...Object.entries(shapes).flatMap(([name, shape]) => measureGrowth(name, shape)),
  ]
}

function compileAndRender(text: string): void {
  const { message } = compile(text)
  render(message, { channel: 'rcs', messageId: 'm1' })
  render(message, { channel: 'sms', messageId: 'm1' })
}

/** Strided, so that every stretch contains all kinds of messages. */
const shuffledCorpus = corpus.map((_, index) => corpus[(index * 61) % corpus.length] ?? '')

/** Ordinary text, and input crafted to make a compiler slow. */
const shapes: Record<string, (bytes: number) => string> = {
  'chat messages': (bytes) => repeatToLength(`${shuffledCorpus.join('\n\n')}\n\n`, bytes),
  'open brackets': (bytes) => repeatToLength('[[', bytes),
  'nested markers': (bytes) => repeatToLength('[[carousel\n[[card: x\n', bytes),
  emphasis: (bytes) => repeatToLength('**a _b [c](', bytes),
}

/**
 * Megabytes per second at growing lengths, relative to the rate at one kilobyte: a falling ratio means the time is not
 * linear.
 */
function measureGrowth(name: string, shape: (bytes: number) => string): Benchmark[] {
  const rate = (kilobytes: number) => {
    const text = shape(kilobytes * 1000)
    return measureDurations({ text: () => compileAndRender(text) }, countBytes(text), 3).text
  }
  const ceiling = rate(1)
  return [10, 100, 1000].map((kilobytes) => ({
    name: `${name}, ${kilobytes} KB compared with 1 KB`,
    ours: rate(kilobytes),
    ceiling,
    unit: 'MB/s',
  }))
}

function repeatToLength(text: string, bytes: number): string {
  return text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes)
}

/** Megabytes per second for each task: the median of alternating rounds. */
function measureDurations<TaskName extends string>(
  tasks: Record<TaskName, () => void>,
  bytes = corpusBytes,
  roundCount = rounds,
): Record<TaskName, number> {
  const names = Object.keys(tasks) as TaskName[]
  const rates = new Map(names.map((name) => [name, [] as number[]]))
  for (const name of names) measureRate(tasks[name])
  for (let round = 0; round < roundCount; round++)
    for (const name of names) rates.get(name)?.push((measureRate(tasks[name]) * bytes) / 1e6)
  return Object.fromEntries(names.map((name) => [name, median(rates.get(name) ?? [])])) as Record<TaskName, number>
}

/** Returns runs per second. */
function measureRate(task: () => void): number {
  const startedAt = performance.now()
  let count = 0
  do {
    task()
    count += 1
  } while (performance.now() - startedAt < roundMs)
  return (count * 1000) / (performance.now() - startedAt)
}

function median(values: number[]): number {
  return values.toSorted((first, second) => first - second)[Math.floor(values.length / 2)] ?? 0
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).length
}
