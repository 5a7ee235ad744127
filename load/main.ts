// npm run load [-- --minutes N] [--out FILE]: an hour of mixed traffic at 70 percent of the measured maximum.
import { appendFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { LoadSample } from './measure/sample.ts'
import { formatLoadReport, formatProgress, hasPassed } from './report.ts'
import { runLoad } from './run.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    'cost-operations': { type: 'string', default: '200' },
    'ceiling-seconds': { type: 'string', default: '120' },
    percent: { type: 'string', default: '70' },
    'campaign-minutes': { type: 'string', default: '5' },
    'new-people': { type: 'string', default: '100' },
    'longest-wait': { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const costOperations = Number(values['cost-operations'])
const ceilingSeconds = Number(values['ceiling-seconds'])
const share = Number(values.percent) / 100
const campaignEverySeconds = Number(values['campaign-minutes']) * 60
const newcomers = {
  perSecond: Number(values['new-people']),
  seconds: 5,
  maxWaitMilliseconds: Number(values['longest-wait']),
}
const seed = Number(values.seed)

const controller = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (controller.signal.aborted) process.exit(1)
    console.log('stopping; press Ctrl-C again to stop at once')
    controller.abort()
  })
}

const { perSecond, maxWaitMilliseconds } = newcomers
const numbers = [minutes, ceilingSeconds, share, campaignEverySeconds, seed, perSecond, maxWaitMilliseconds]
if (!numbers.every((value) => value > 0) || !(costOperations >= 0) || share > 1) {
  console.error(
    'Minutes, seconds, percent (at most 100), new people, the longest wait and the seed must be numbers greater than 0; the operations of each kind may be 0.',
  )
  process.exitCode = 2
} else await runAndReport()

async function runAndReport(): Promise<void> {
  if (values.out) writeFileSync(values.out, '')
  const writeRecord = (record: object) => {
    if (values.out) appendFileSync(values.out, `${JSON.stringify(record)}\n`)
  }
  const sizes = { people: 1_000, campaignPeople: 2_000, sendKeys: 60 }
  const result = await runLoad({
    minutes,
    newcomers,
    costs: { operations: costOperations, callers: 8, idleSeconds: 5 },
    ceiling: { seconds: ceilingSeconds, callers: [8, 16, 32, 64, 128, 256] },
    share,
    campaignEverySeconds,
    seed,
    sizes,
    sampleSeconds: 15,
    visitors: 100,
    stop: controller.signal,
    print: (line) => console.log(line),
    record: writeRecord,
    onSample: createMinutePrinter(),
  })
  console.log(`\n${formatLoadReport(result)}`)
  process.exitCode = hasPassed(result) && !controller.signal.aborted ? 0 : 1
}

function createMinutePrinter(): (sample: LoadSample) => void {
  let lastMinute = 0
  return (sample) => {
    const minute = Math.floor(sample.minute + 0.1)
    if (minute <= lastMinute) return
    lastMinute = minute
    console.log(formatProgress(sample))
  }
}
