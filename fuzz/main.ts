// npm run fuzz [-- routes|parsers] [--requests 20000] [--seconds 10] [--seed 1] [--only text]: docs/fuzzing.md
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
  },
})
const options = {
  requests: Number(values.requests),
  seconds: Number(values.seconds),
  seed: Number(values.seed),
  only: values.only,
}
const isSelected = (part: string) => positionals.length === 0 || positionals.includes(part)
let failed = false
// Loaded lazily: one needs a database, the other threads.
if (isSelected('parsers')) failed = await (await import('./guided/main.ts')).fuzzParsers(options)
if (isSelected('routes')) failed = (await (await import('./routes/main.ts')).fuzzAllRoutes(options)) || failed
process.exit(failed ? 1 : 0)
